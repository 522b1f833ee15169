import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { EarlierList, InvitationList } from '../../../contract/organisation/invitation-lists.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { nameIn } from '../../../contract/text/name-in.ts'
import { smsParts } from '../../../contract/text/sms-parts.ts'
import { DAY } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { invitationUrl } from '../../mentors/invitations.ts'
import { chosenSettings } from '../../settings/organisation-settings.ts'
import { isMentorInReach } from '../../team/reach.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { inReachOnly, isKnown } from './known-phones.ts'

const LIST_KEPT_MS = 30 * DAY

export async function invitationList(db: Db, id: string) {
  const list = await db.selectFrom('invitation_lists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!list) throw new ApiError('not-found')
  return list
}

/** Throws `not-found`, as for a missing list, if a row names a mentor out of reach, or no mentor. */
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
  reach: Reach,
  id: string,
  { publicUrl, smsPrice }: TextSettings,
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
  const known = await inReachOnly(db, reach, new Map(refused), list.created_at)
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

/** Old lists are deleted, because they have the phones of people who may never come. */
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
  // Earlier releases stored the name of the person in the link.
  await db
    .updateTable('invitations')
    .set({ name: '' })
    .where('list_id', 'is not', null)
    .where('name', '<>', '')
    .execute()
}
