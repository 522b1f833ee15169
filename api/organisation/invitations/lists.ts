import { sql } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { EarlierList, InvitationList } from '../../../contract/organisation/invitation-lists.ts'
import { INVITATION_MS } from '../../../contract/organisation/invitations.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { nameIn } from '../../../contract/text/name-in.ts'
import { smsParts } from '../../../contract/text/sms-parts.ts'
import { DAY } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import { prepareMany } from '../../database/many-rows.ts'
import type { Holes } from '../../database/prepare.ts'
import type { Db } from '../../database/tables.ts'
import { invitationUrl } from '../../mentors/invitations.ts'
import { chosenSettings } from '../../settings/organisation-settings.ts'
import { isMentorInReach } from '../../team/reach.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { insertInvitation, insertInvitations, type NewInvitation } from './invitations.ts'
import { inReachOnly, isKnown, knownAmong } from './known-phones.ts'

const LIST_KEPT_MS = 30 * DAY

export async function invitationList(db: Db, id: string) {
  const list = await db.selectFrom('invitation_lists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!list) throw new ApiError('not-found')
  return list
}

/** A list with a row that leads out of reach, or that names no mentor, gets the same error as a missing list. */
export async function requireListInReach(db: Db, reach: Reach, id: string): Promise<void> {
  if (reach === 'everybody') return
  const rows = await db
    .selectFrom('invitation_list_rows')
    .select('mentor_id')
    .distinct()
    .where('list_id', '=', id)
    .execute()
  if (!rows.every(({ mentor_id }) => isMentorInReach(reach, mentor_id))) throw new ApiError('not-found')
}

/** The stored lists in reach, the newest first. */
export async function listsNow(db: Db, reach: Reach): Promise<EarlierList[]> {
  const parts = await db
    .selectFrom('invitation_lists')
    .innerJoin('invitation_list_rows', 'invitation_list_rows.list_id', 'invitation_lists.id')
    .select(['id', 'created_at', 'invitation_lists.state', 'goes_on_at', 'mentor_id'])
    .select(['invitation_list_rows.state as row_state', ({ fn }) => fn.countAll().as('count')])
    .groupBy(['id', 'created_at', 'invitation_lists.state', 'goes_on_at', 'mentor_id', 'invitation_list_rows.state'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return [...Map.groupBy(parts, ({ id }) => id)].flatMap(([id, ofList]) => {
    const [first] = ofList
    if (!first || !ofList.every(({ mentor_id }) => isMentorInReach(reach, mentor_id))) return []
    const countOf = (counted: typeof ofList) => counted.reduce((sum, { count }) => sum + Number(count), 0)
    return {
      ...{ id, createdAt: first.created_at, state: first.state, goesOnAt: first.goes_on_at },
      ...{ people: countOf(ofList), waiting: countOf(ofList.filter(({ row_state }) => row_state === 'ready')) },
    }
  })
}

type TextSettings = Pick<Config, 'publicUrl' | 'smsPrice'>

/** The rows of a list with their outcome, and the text with its price. */
export async function listNow(
  db: Db,
  id: string,
  { publicUrl, smsPrice }: TextSettings,
  reach: Reach,
): Promise<InvitationList> {
  const list = await invitationList(db, id)
  const rows = await db
    .selectFrom('invitation_list_rows')
    .leftJoin('responders', 'responders.id', 'invitation_list_rows.mentor_id')
    .leftJoin('invitations', 'invitations.id', 'invitation_list_rows.invitation_id')
    .selectAll('invitation_list_rows')
    .select(['responders.name as mentor_name', 'invitations.code'])
    .where('invitation_list_rows.list_id', '=', id)
    .orderBy('row_number')
    .execute()
  const refused = rows.flatMap(({ phone_number, reason }) => (isKnown(reason) ? [[phone_number, reason] as const] : []))
  const known = await inReachOnly(db, new Map(refused), reach, list.created_at)
  const text = await invitationText(db, list.language, invitationUrl(publicUrl, EXAMPLE_CODE))
  const [amount, currency = ''] = smsPrice.split(' ')
  return {
    id,
    createdAt: list.created_at,
    state: list.state,
    goesOnAt: list.goes_on_at,
    text,
    parts: smsParts(text).parts,
    price: amount ? { amount: Number(amount), currency } : null,
    rows: rows.map(row => ({
      number: row.row_number,
      name: row.name,
      phoneNumber: row.phone_number,
      mentor: row.mentor_id === null ? null : { id: row.mentor_id, name: row.mentor_name ?? '' },
      state: row.state,
      reason: isKnown(row.reason) ? (known.get(row.phone_number) ?? row.reason) : row.reason,
      code: row.code === null ? null : Number(row.code),
    })),
  }
}

const EXAMPLE_CODE = 123_456_789_012

/** The text of an invitation, from the settings. */
export async function invitationText(db: Db, language: Language, link: string): Promise<string> {
  const { values } = await chosenSettings(db)
  const name = nameIn(values.name, language) || serverTexts[language].push.app
  const text = values.invitation?.[language] || serverTexts[language].invitation
  return text.replaceAll('{name}', () => name).replaceAll('{link}', () => link)
}

type ListRow = { list_id: string; mentor_id: number | null }

/** Makes a link for the person of this row. Returns its id. */
export function linkForRow(trx: Db, row: ListRow, now: number): Promise<string> {
  return insertInvitation(trx, invitationFor(row), now)
}

/** Without the name of the person: links are never deleted, rows of lists are. */
function invitationFor(row: ListRow): NewInvitation {
  return { name: '', mentorId: row.mentor_id, listId: row.list_id, lifetimeMs: INVITATION_MS, maxUses: 1 }
}

/** Makes a link for each row that was not invited yet. Who came since the check, or was invited, gets none. */
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
  await noteRefusals(trx, refused)
  const left = rows.filter(row => !known.has(row.phone_number))
  // The transaction holds locks, and two statements for each row would take seconds on PostgreSQL.
  const links = await insertInvitations(trx, left.map(invitationFor), now)
  const linked = left.map(({ list_id, row_number }, index) => ({ list_id, row_number, link: links[index] as string }))
  await noteLinks(trx, linked, { now })
  return left.length
}

const noteRefusals = prepareMany({ list_id: 'text', row_number: 'integer', reason: 'text' }, (db, given) =>
  db
    .updateTable('invitation_list_rows as stored')
    .from(given)
    .set({ state: 'refused', reason: sql.ref('given.reason') })
    .whereRef('stored.list_id', '=', 'given.list_id')
    .whereRef('stored.row_number', '=', 'given.row_number'),
)

const noteLinks = prepareMany(
  { list_id: 'text', row_number: 'integer', link: 'text' },
  (db, given, { now }: Holes<{ now: number }>) =>
    db
      .updateTable('invitation_list_rows as stored')
      .from(given)
      .set({ state: 'linked', invited_at: now, invitation_id: sql.ref('given.link') })
      .whereRef('stored.list_id', '=', 'given.list_id')
      .whereRef('stored.row_number', '=', 'given.row_number'),
)

/** Lists have the phones of people who may never come. */
export async function deleteOldLists(db: Db, now: number): Promise<void> {
  const old = db
    .selectFrom('invitation_lists')
    .select('id')
    .where('created_at', '<=', now - LIST_KEPT_MS)
  await db.deleteFrom('invitation_list_rows').where('list_id', 'in', old).execute()
  await db
    .deleteFrom('invitation_lists')
    .where('created_at', '<=', now - LIST_KEPT_MS)
    .execute()
  // Earlier releases stored the name of the person there.
  await db
    .updateTable('invitations')
    .set({ name: '' })
    .where('list_id', 'is not', null)
    .where('name', '<>', '')
    .execute()
}
