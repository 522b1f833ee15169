import { sql } from 'kysely'
import { INVITATION_MS } from '../../../contract/organisation/invitations.ts'
import { prepareMany } from '../../database/many-rows.ts'
import type { Holes } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import { insertInvitation, insertInvitations, type NewInvitation } from './invitations.ts'
import { knownAmong } from './known-phones.ts'
import { invitationList } from './lists.ts'

type ListRow = { list_id: string; mentor_id: number | null }

/** Makes a link for the person of this row. Returns its id. */
export function linkForRow(trx: Db, row: ListRow, now: number): Promise<string> {
  return insertInvitation(trx, invitationFor(row), now)
}

/** The link has no name of the person, because rows of lists are deleted later, but links never. */
function invitationFor(row: ListRow): NewInvitation {
  return { name: '', mentorId: row.mentor_id, listId: row.list_id, lifetimeMs: INVITATION_MS, maxUses: 1 }
}

/** Makes a link for each row that was not invited yet. A person who came since the check, or was invited, gets none. */
export async function linkRows(trx: Db, id: string, now: number): Promise<number> {
  await invitationList(trx, id)
  const rows = await trx
    .selectFrom('invitation_list_rows')
    .selectAll()
    .where('list_id', '=', id)
    .where('state', '=', 'ready')
    .execute()
  const known = await knownAmong(
    trx,
    rows.map(row => row.phone_number),
    now,
  )
  const refused = rows.flatMap(({ list_id, row_number, phone_number }) => {
    const reason = known.get(phone_number)
    return reason === undefined ? [] : [{ list_id, row_number, reason }]
  })
  await saveRefusals(trx, refused)
  const left = rows.filter(row => !known.has(row.phone_number))
  // One statement makes all links. The transaction holds locks, and two statements for each row would take seconds on
  // PostgreSQL.
  const links = await insertInvitations(trx, left.map(invitationFor), now)
  const linked = left.map(({ list_id, row_number }, index) => ({ list_id, row_number, link: links[index] as string }))
  await saveLinks(trx, linked, { now })
  return left.length
}

const saveRefusals = prepareMany({ list_id: 'text', row_number: 'integer', reason: 'text' }, (db, given) =>
  db
    .updateTable('invitation_list_rows as stored')
    .from(given)
    .set({ state: 'refused', reason: sql.ref('given.reason') })
    .whereRef('stored.list_id', '=', 'given.list_id')
    .whereRef('stored.row_number', '=', 'given.row_number'),
)

const saveLinks = prepareMany(
  { list_id: 'text', row_number: 'integer', link: 'text' },
  (db, given, { now }: Holes<{ now: number }>) =>
    db
      .updateTable('invitation_list_rows as stored')
      .from(given)
      .set({ state: 'linked', invited_at: now, invitation_id: sql.ref('given.link') })
      .whereRef('stored.list_id', '=', 'given.list_id')
      .whereRef('stored.row_number', '=', 'given.row_number'),
)
