import type { HomeItem } from '../../../contract/organisation/home.ts'
import { authorsOf } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { anyWrittenCourse } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import { requests } from '../courses/publish/publish-requests.ts'

const MOST = 3

/** Requests that wait for this person, and the answers to their own. */
export async function publishItems(db: Db, uid: string): Promise<HomeItem[]> {
  const all = await requests(db).orderBy('asked_at').execute()
  const shown = all.filter(one => (one.author_uid === uid) === (one.outcome !== null)).slice(0, MOST)
  if (shown.length === 0) return []
  const authors = await authorsOf(db)
  const nameOf = (id: string | null) => authors.get(id ?? '')?.name ?? null
  return Promise.all(
    shown.map(async ({ course_id: courseId, author_id, asked_at, outcome, answered_by, why }) => {
      const title = await titleOf(db, courseId)
      return outcome === null
        ? { kind: 'publish-request', courseId, title, by: nameOf(author_id), askedAt: asked_at }
        : { kind: 'publish-answered', courseId, title, by: nameOf(answered_by), outcome, why }
    }),
  )
}

async function titleOf(db: Db, courseId: string): Promise<string> {
  const written = await anyWrittenCourse(db, courseId)
  return (written && new DraftCourse(written.texts).title) ?? courseId
}
