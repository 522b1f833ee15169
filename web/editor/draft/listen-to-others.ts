import type { Reply } from '../../../contract/calls/endpoint.ts'
import { listDraftChanges } from '../../../contract/organisation/drafts.ts'
import { call } from '../../api.ts'
import type { LocalDraft } from './writing.ts'

const POLL_SECONDS = 20
const PAUSE_MS = 5000

/** The place of an author in a course. */
export type AuthorPosition = { lesson?: string | undefined; page?: string | undefined }

export type ChangesOfOthers = Reply<typeof listDraftChanges>['data']

type Draft = {
  courseId: string
  /** Aborted when the draft is closed. */
  closed: AbortSignal
  writing: () => LocalDraft | undefined
  where: () => AuthorPosition
  /** Whether the author of the draft is signed in. */
  isTheirs: () => boolean
  /** Whether own edits are being sent. The reply to them has the edits of others, too. */
  areEditsOut: () => boolean
  hear: (changes: ChangesOfOthers) => Promise<void>
}

/** Long poll for the edits of others, until the draft is closed. It also tells them where this author is. */
export async function listenToOthers({
  courseId,
  closed,
  writing,
  where,
  isTheirs,
  areEditsOut,
  hear,
}: Draft): Promise<void> {
  let state = ''
  while (!closed.aborted) {
    const revision = writing()?.base.revision
    try {
      if (revision === undefined || document.hidden || !isTheirs() || areEditsOut()) throw new Error('later')
      const { lesson, page } = where()
      const query = { since: String(revision), state, ...(lesson ? { lesson } : {}), ...(page ? { page } : {}) }
      const headers = { Prefer: `wait=${POLL_SECONDS}` }
      const asked = { params: { id: courseId }, query: query as never }
      const { data } = await call(listDraftChanges, asked, { signal: closed, headers })
      state = data.state
      await hear(data)
    } catch {
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
  }
}
