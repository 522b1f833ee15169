import { wantTexts } from '../i18n/texts.ts'
import { OrgFrame } from './frame/org-frame.tsx'

/** The one module that addresses.ts loads for all screens here, because every browser loads that table. */
export { screenHere } from './screen-here.ts'

/** Loads the texts of the frame, too: it is also shown around a screen that could not be loaded. */
export async function frameHere(): Promise<typeof OrgFrame> {
  await wantTexts('organisation')
  return OrgFrame
}
