import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Author } from '../../../contract/organisation/edits.ts'
import type { PersonalData } from '../../account/personal-data/personal-data.ts'
import type { Db, Tables } from '../../database/tables.ts'

/** Stands for the operator in the rows about courses that a command makes. */
export const OPERATOR = 'operator'

/** The id that stands for a person in the rows about courses. The operator has no uid. */
export async function ensureAuthorId(trx: Transaction<Tables>, uid: string | null): Promise<string> {
  if (uid === null) return OPERATOR
  const known = await trx
    .selectFrom('course_authors')
    .select('author_id')
    .where('author_uid', '=', uid)
    .orderBy('author_id')
    .executeTakeFirst()
  if (known) return known.author_id
  const author = { author_id: randomUUID(), author_uid: uid }
  await trx.insertInto('course_authors').values(author).execute()
  return author.author_id
}

/** All authors by author id. An erased author has neither a uid nor a name. */
export async function authorsOf(db: Db): Promise<ReadonlyMap<string, Author>> {
  const rows = await db
    .selectFrom('course_authors')
    .leftJoin('users', 'users.uid', 'course_authors.author_uid')
    .select(['author_id', 'author_uid', 'display_name'])
    .execute()
  return new Map(rows.map(row => [row.author_id, { uid: row.author_uid, name: row.display_name }]))
}

export const NOBODY: Author = { uid: null, name: null }

/** Courses stay when their author is erased. Only the name of the author goes. */
export const courseWorkOfPerson: PersonalData = {
  name: 'courseWork',
  async collect(db, uid) {
    const authors = await db.selectFrom('course_authors').select('author_id').where('author_uid', '=', uid).execute()
    const ids = authors.map(({ author_id }) => author_id)
    if (ids.length === 0) return { json: [] }
    const edits = await db
      .selectFrom('draft_edits')
      .select(['course_id', 'author_id', 'made_at', 'change'])
      .where('author_id', 'in', ids)
      .orderBy('made_at')
      .execute()
    const versions = await db
      .selectFrom('course_versions')
      .select(['course_id', 'number', 'made_at', 'reason'])
      .where('author_id', 'in', ids)
      .orderBy('made_at')
      .execute()
    const requests = await db
      .selectFrom('publish_requests')
      .select(['course_id', 'asked_at', 'reason'])
      .where('author_id', 'in', ids)
      .execute()
    return {
      json: {
        ids,
        requests: requests.map(({ course_id, asked_at, reason }) => ({
          course: course_id,
          at: new Date(asked_at).toISOString(),
          reason,
        })),
        edits: edits.map(({ course_id, made_at, change }) => ({
          course: course_id,
          at: new Date(made_at).toISOString(),
          change: JSON.parse(change),
        })),
        versions: versions.map(({ course_id, number, made_at, reason }) => ({
          course: course_id,
          number,
          at: new Date(made_at).toISOString(),
          reason,
        })),
      },
    }
  },
  async move(trx, from, to) {
    await trx.updateTable('course_authors').set({ author_uid: to }).where('author_uid', '=', from).execute()
  },
  async erase(trx, uid) {
    await trx.updateTable('course_authors').set({ author_uid: null }).where('author_uid', '=', uid).execute()
    return undefined
  },
}
