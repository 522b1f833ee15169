import { wantTexts } from '../../i18n/texts.ts'
import { lazy } from '../../ui/lazy.ts'

/** The recorder and its texts; the encoder is loaded at the first touch. */
export const recorder = lazy(async () => {
  const [{ Recorder }] = await Promise.all([import('./recorder.tsx'), wantTexts('recorder'), wantTexts('media')])
  return Recorder
})
