import { searchable } from '../../contract/text/search-text.ts'
import type { Db } from '../database/tables.ts'

/** The uid of the person with exactly this phone (E.164), e-mail address or uid. */
export async function findUid(
  db: Db,
  column: 'phone_number' | 'email' | 'uid',
  value: string,
): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('uid').where(column, '=', value).executeTakeFirst()
  return row?.uid
}

/** A pattern for `like` from a folded text. Undefined if the text has only wildcards, which would match everybody. */
export function partLike(folded: string): string | undefined {
  const letters = folded.replace(/[\\%_]/g, '')
  return letters === '' ? undefined : `%${letters}%`
}

type Filter = { part?: string; mentorId?: number }
export type FoundPerson = Awaited<ReturnType<typeof findPeople>>[number]

/** The people that match, last seen first. `part` is a part of a name, phone or e-mail address, or a whole uid. */
export async function findPeople(db: Db, { part, mentorId }: Filter) {
  let people = db
    .selectFrom('users')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .select(['users.uid', 'users.phone_number', 'users.email', 'users.display_name', 'users.created_at'])
    .select(['responders.name as mentor', 'users.blocked_at', 'users.erase_at'])
    .select(({ selectFrom }) => [
      selectFrom('page_answers')
        .select(({ fn }) => fn.max('logged_at').as('at'))
        .whereRef('page_answers.uid', '=', 'users.uid')
        .as('answered_at'),
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.created_at').as('at'))
        .whereRef('sessions.uid', '=', 'users.uid')
        .as('signed_in_at'),
    ])
  if (mentorId !== undefined) people = people.where('users.responder_id', '=', mentorId)
  if (part !== undefined) {
    const folded = searchable(part)
    const digits = folded.replace(/[^0-9]/g, '').replace(/^0+/, '')
    const letters = partLike(folded)
    people = people.where(({ eb, or }) =>
      or([
        ...(letters === undefined ? [] : [eb('users.name_key', 'like', letters), eb('users.email', 'like', letters)]),
        eb('users.uid', '=', part),
        ...(digits.length > 2 ? [eb('users.phone_number', 'like', `%${digits}%`)] : []),
      ]),
    )
  }
  const rows = await people.execute()
  return rows
    .map(row => ({ ...row, seenAt: Math.max(...[row.answered_at, row.signed_in_at, row.created_at].map(Number)) }))
    .toSorted((one, other) => other.seenAt - one.seenAt)
}
