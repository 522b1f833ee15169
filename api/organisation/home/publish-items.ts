import type { Author } from '../../../contract/organisation/edits.ts'
import type { HomeItem } from '../../../contract/organisation/home.ts'
import { authorsOf } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { anyWrittenCourse } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import { requests } from '../courses/publish/publish-requests.ts'

const MOST = 3

type Reader = {
  uid: string
  /** Sees the phone numbers of the team: the number stands for a colleague without a name. */
  seesTeam: boolean
}

/** Requests that wait for this person, and the answers to their own. */
export async function publishItems(db: Db, { uid, seesTeam }: Reader): Promise<HomeItem[]> {
  const all = await requests(db).orderBy('asked_at').execute()
  const shown = all.filter(one => (one.author_uid === uid) === (one.outcome !== null)).slice(0, MOST)
  if (shown.length === 0) return []
  const authors = await authorsOf(db)
  const phones = seesTeam ? await phonesOf(db, authors) : new Map<string, string>()
  const nameOf = (id: string | null) => {
    const author = authors.get(id ?? '')
    return author?.name ?? phones.get(author?.uid ?? '') ?? null
  }
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

async function phonesOf(db: Db, authors: ReadonlyMap<string, Author>): Promise<ReadonlyMap<string, string>> {
  const nameless = [...authors.values()].flatMap(({ uid, name }) => (name === null && uid !== null ? [uid] : []))
  if (nameless.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['uid', 'phone_number']).where('uid', 'in', nameless).execute()
  return new Map(rows.flatMap(({ uid, phone_number: phone }) => (phone === null ? [] : [[uid, phone]])))
}
