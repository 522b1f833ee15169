import { logPage } from '../../contract/lessons.ts'
import { NETWORK_FAILED, Refusal } from '../../contract/refusals.ts'
import { call } from '../api.ts'
import { later } from '../ui/later.ts'
import type { PageLogLetter } from './page-letter.ts'
import type { Letter } from './store.ts'

const sendRecordedPage = later(async () => (await import('./send-recorded-page.ts')).sendRecordedPage)

/** How each kind of letter is sent. */
export const carriers: Record<string, (letter: Letter) => Promise<unknown>> = {
  'page-log': async letter => {
    const { lessonId, entry, recording } = letter.content as PageLogLetter
    if (!recording) return call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: letter.id })
    const send = await sendRecordedPage.load().catch(() => {
      throw new Refusal(NETWORK_FAILED, { status: 0 })
    })
    return send(letter)
  },
}
