import { wantTexts } from '../../i18n/messages.ts'
import { later } from '../../ui/later.ts'

/** The recorder and its texts, for whoever shows it; what records comes when somebody touches it. */
export const recorder = later(async () => {
  const [{ Recorder }] = await Promise.all([import('./recorder.tsx'), wantTexts('recorder'), wantTexts('media')])
  return Recorder
})
