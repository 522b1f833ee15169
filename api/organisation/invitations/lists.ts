import { randomBytes } from 'node:crypto'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Cells, FileProblem, HeldRow, InvitationList } from '../../../contract/organisation/invitation-lists.ts'
import { INVITATION_MS } from '../../../contract/organisation/invitations.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { smsParts } from '../../../contract/text/sms-parts.ts'
import { DAY } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { serverTexts } from '../../senders/server-texts.ts'
import { chosenSettings } from '../../settings/organisation-settings.ts'
import { isMentorInReach } from '../../team/reach.ts'
import { checkRow, type ReadyRow, type Rules } from './check-row.ts'
import { insertInvitation } from './invitations.ts'
import { inReachOnly, isKnown, knownInReach } from './known-phones.ts'
import { type FileRow, readList } from './read-list.ts'

const ROWS_AT_A_TIME = 500
const LIST_KEPT_MS = 30 * DAY

type Checked = { problem: null; id: string; ready: number; held: HeldRow[] } | { problem: FileProblem }

/** Checks a file, and stores the rows that are ready. */
export async function checkList(
  db: Db,
  { file, language }: { file: Buffer; language: Language },
  rules: Rules,
  now: number,
): Promise<Checked> {
  const rows = readList(file)
  if (typeof rows === 'string') return { problem: rows }
  const { ready, held } = await sorted(db, rows, rules, now)
  const id = randomBytes(12).toString('base64url')
  await db
    .insertInto('invitation_lists')
    .values({ id, created_at: now, state: 'ready', language, goes_on_at: null })
    .execute()
  await insertRows(db, id, ready)
  return { problem: null, id, ready: ready.length, held }
}

/** Checks a row after a correction. Returns it if it is still not ready. */
export async function correctRow(db: Db, id: string, row: FileRow, rules: Rules, now: number): Promise<HeldRow | null> {
  await listOf(db, id)
  const { ready, held } = await sorted(db, [row], rules, now)
  const [good] = ready
  if (!good) return held[0] ?? null
  const same = await db
    .selectFrom('invitation_list_rows')
    .select('row_number')
    .where('list_id', '=', id)
    .where(({ or, eb }) => or([eb('row_number', '=', row.number), eb('phone_number', '=', good.phoneNumber)]))
    .executeTakeFirst()
  if (same) return { ...row, reason: 'twice', guess: null }
  await insertRows(db, id, [good])
  return null
}

type NumberedRow = ReadyRow & { number: number }

async function sorted(db: Db, rows: readonly FileRow[], rules: Rules, now: number) {
  const [ready, held]: [NumberedRow[], HeldRow[]] = [[], []]
  const seen = new Set<string>()
  for (const row of rows) {
    const result = checkRow(row, rules)
    if ('reason' in result) held.push({ ...row, ...result })
    else if (seen.has(result.phoneNumber)) held.push({ ...row, reason: 'twice', guess: null })
    else ready.push({ number: row.number, ...result })
    if ('phoneNumber' in result) seen.add(result.phoneNumber)
  }
  const known = await knownInReach(db, [...seen], rules.reach, now)
  const cells = new Map<number, Cells>(rows.map(({ number, ...rest }) => [number, rest]))
  for (const { number, phoneNumber } of ready) {
    const reason = known.get(phoneNumber)
    if (reason) held.push({ number, ...(cells.get(number) as Cells), reason, guess: null })
  }
  return {
    ready: ready.filter(({ phoneNumber }) => !known.has(phoneNumber)),
    held: held.toSorted((one, other) => one.number - other.number),
  }
}

async function insertRows(db: Db, id: string, rows: readonly NumberedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    const values = rows.slice(start, start + ROWS_AT_A_TIME).map(({ number, phoneNumber, name, mentorId }) => ({
      list_id: id,
      row_number: number,
      phone_number: phoneNumber,
      name,
      mentor_id: mentorId,
      state: 'ready' as const,
      reason: null,
      invited_at: null,
      invitation_id: null,
    }))
    await db.insertInto('invitation_list_rows').values(values).execute()
  }
}

export async function listOf(db: Db, id: string) {
  const list = await db.selectFrom('invitation_lists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!list) throw new ApiError('not-found')
  return list
}

/** Throws for a list with a row that leads out of reach, or that names no mentor, what it throws for no list. */
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

type TextSettings = Pick<Config, 'publicUrl' | 'smsPrice'>

/** The rows of a list with their outcome, and the text with its price. */
export async function listNow(
  db: Db,
  id: string,
  { publicUrl, smsPrice }: TextSettings,
  reach: Reach,
): Promise<InvitationList> {
  const list = await listOf(db, id)
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
  const text = await invitationText(db, list.language, `${publicUrl}/?rid=${EXAMPLE_CODE}`)
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
      mentor: row.mentor_name,
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
  const name = values.name?.[language] || serverTexts[language].push.app
  const text = values.invitation?.[language] || serverTexts[language].invitation
  return text.replaceAll('{name}', () => name).replaceAll('{link}', () => link)
}

/** A link for one person. Returns its id. */
export function linkForRow(
  trx: Db,
  row: { list_id: string; row_number: number; name: string | null; mentor_id: number | null },
  now: number,
): Promise<string> {
  const name = row.name ?? String(row.row_number)
  const wanted = { name, mentorId: row.mentor_id, lifetimeMs: INVITATION_MS, maxUses: 1, listId: row.list_id }
  return insertInvitation(trx, wanted, now)
}

/** Makes a link for each row that was not invited yet. */
export async function linkRows(trx: Db, id: string, now: number): Promise<number> {
  await listOf(trx, id)
  const rows = await trx
    .selectFrom('invitation_list_rows')
    .selectAll()
    .where('list_id', '=', id)
    .where('state', '=', 'ready')
    .execute()
  for (const row of rows)
    await trx
      .updateTable('invitation_list_rows')
      .set({ state: 'linked', invited_at: now, invitation_id: await linkForRow(trx, row, now) })
      .where('list_id', '=', id)
      .where('row_number', '=', row.row_number)
      .execute()
  return rows.length
}

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
}
