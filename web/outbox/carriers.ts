import { logPage, type PageLog } from '../../contract/lessons.ts'
import { call } from '../api.ts'
import type { Letter } from './store.ts'

/** How each kind of letter is sent. */
export const carriers: Record<string, (letter: Letter) => Promise<unknown>> = {
  'page-log': ({ id, content }) => {
    const { lessonId, entry } = content as PageLogLetter
    return call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: id })
  },
}

/** A page that was done: what the log call takes. */
export type PageLogLetter = { lessonId: string; entry: PageLog }
