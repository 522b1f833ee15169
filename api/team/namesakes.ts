import type { Reach } from '../../contract/team-roles.ts'
import { digitsApart } from '../../contract/text/digits-apart.ts'
import { searchable } from '../../contract/text/search-text.ts'
import type { Db } from '../database/tables.ts'
import { isInReach, isMentorInReach } from './reach.ts'

/** A database accepts only a limited number of values in one query. */
const KEYS_AT_A_TIME = 1000

type Shown = { uid: string; name: string | null }

/**
 * The last digits of the phone numbers of people whose name somebody else in reach has, too. The keys are uids. A
 * screen that names one of these people shows the digits. A person out of reach has none.
 */
export async function digitsOfNamesakes(
  db: Db,
  shown: readonly Shown[],
  reach: Reach,
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(shown.map(({ name }) => searchable(name ?? '')).filter(Boolean))]
  const rows: { uid: string; display_name: string | null; phone_number: string | null }[] = []
  for (let start = 0; start < keys.length; start += KEYS_AT_A_TIME) {
    const some = await db
      .selectFrom('users')
      .select(['uid', 'display_name', 'phone_number'])
      .where('name_key', 'in', keys.slice(start, start + KEYS_AT_A_TIME))
      .where(isInReach(reach))
      .execute()
    for (const row of some) rows.push(row)
  }
  const namesakes = rows.map(({ uid, display_name, phone_number }) => ({
    id: uid,
    name: display_name ?? '',
    phoneNumber: phone_number ?? '',
  }))
  const uids = new Set(shown.map(({ uid }) => uid))
  return digitsApart(
    namesakes.filter(({ id }) => uids.has(id)),
    namesakes,
  )
}

/** The last digits of phone numbers, to tell mentors with the same name apart. The keys are the ids of the mentors. */
export async function digitsOfMentors(db: Db, reach: Reach = 'everybody'): Promise<ReadonlyMap<number, string>> {
  const mentors = await db
    .selectFrom('responders')
    .select(['id', 'name', 'phone_number as phoneNumber'])
    .where('is_active', '=', 1)
    .execute()
  return digitsApart(mentors.filter(({ id }) => isMentorInReach(reach, id)))
}

/** The field `digits` of a person, if they have digits. */
export function digitsIn<Id>(digits: ReadonlyMap<Id, string>, id: Id): { digits?: string } {
  const own = digits.get(id)
  return own === undefined ? {} : { digits: own }
}

/** The field of a person without a name, by which the team knows them: the phone number, else the e-mail address. */
export function contactIn({ name, contact }: { name: string | null; contact: string | null }): { contact?: string } {
  return name === null && contact !== null ? { contact } : {}
}

/** The name as it stands in a file for spreadsheets. */
export function nameInFile(name: string, digits: string | undefined): string {
  return digits === undefined ? name : `${name} …${digits}`
}
