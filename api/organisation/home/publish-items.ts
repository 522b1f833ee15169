import type { Author } from '../../../contract/organisation/edits.ts'
import type { HomeItem } from '../../../contract/organisation/home.ts'
import { DAY } from '../../../contract/time.ts'
import { authorsOf } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { isAsPublished } from '../../courses/drafts/draft-reply.ts'
import { anyWrittenCourse, IMPORT_PREFIX } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import type { NotedSummary } from '../courses/check-stored-draft.ts'
import { requests } from '../courses/publish/publish-requests.ts'

const MOST = 3
/** A draft in which somebody wrote today is not finished. */
const RESTS_MS = DAY

type Reader = {
  uid: string
  /** Whether this person sees the phone numbers of the team. A colleague without a name is shown by the number. */
  seesTeam: boolean
}

/** Requests that wait for this person, the answers to their own, and drafts that could be published. */
export async function publishItems(db: Db, reader: Reader, now: number): Promise<HomeItem[]> {
  return [...(await requestItems(db, reader)), ...(await draftItems(db, now))]
}

async function requestItems(db: Db, { uid, seesTeam }: Reader): Promise<HomeItem[]> {
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

/** A draft that nobody has checked yet is not ready: the editor checks after each pause in writing. */
async function draftItems(db: Db, now: number): Promise<HomeItem[]> {
  const rows = await db
    .selectFrom('course_drafts')
    .select(['course_id', 'revision', 'changed_at', 'checked'])
    .where('course_id', 'not like', `${IMPORT_PREFIX}%`)
    .where('course_id', 'not in', db.selectFrom('publish_requests').select('course_id'))
    .where('changed_at', '<=', now - RESTS_MS)
    .where('checked', 'is not', null)
    .orderBy('changed_at')
    .execute()
  const drafts: { courseId: string; title: string; changedAt: number }[] = []
  for (const { course_id: courseId, revision, changed_at: changedAt, checked } of rows) {
    const summary = JSON.parse(checked as string) as NotedSummary
    if (summary.revision !== revision || summary.mistakes > 0) continue
    const written = await anyWrittenCourse(db, courseId)
    if (written && !isAsPublished(written)) drafts.push({ courseId, title: summary.title, changedAt })
  }
  return drafts.length > 0 ? [{ kind: 'drafts-ready', drafts }] : []
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
