import { ApiError, NETWORK_FAILED } from '../../contract/calls/api-error.ts'
import { logPage } from '../../contract/lessons.ts'
import { call } from '../api.ts'
import { type Lazy, lazy } from '../ui/lazy.ts'
import type { PageLogLetter } from './page-letter.ts'
import type { Letter } from './store.ts'

const sendRecordedPage = lazy(async () => (await import('./send-recorded-page.ts')).sendRecordedPage)
const sendMessage = lazy(async () => (await import('./send-message.ts')).sendMessage)

/** How each kind of letter is sent. */
export const carriers: Record<string, (letter: Letter) => Promise<unknown>> = {
  'page-log': async letter => {
    const { lessonId, entry, recording } = letter.content as PageLogLetter
    if (!recording) return call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: letter.id })
    return by(sendRecordedPage, letter)
  },
  message: letter => by(sendMessage, letter),
}

/** Without a network the way to send it cannot be fetched either. */
async function by(piece: Lazy<(letter: Letter) => Promise<unknown>>, letter: Letter): Promise<unknown> {
  const send = await piece.load().catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  return send(letter)
}
