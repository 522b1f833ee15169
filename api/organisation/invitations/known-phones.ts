import { INVITED_AGAIN_MS } from '../../../contract/organisation/invitation-lists.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import type { Db } from '../../database/tables.ts'
import { isInReach } from '../../team/reach.ts'

const PHONES_AT_A_TIME = 500

/**
 * `here`: has an account. `invited`: was invited in the last days. `elsewhere`: one of the two, but out of reach of the
 * person who asks.
 */
type Known = 'here' | 'invited' | 'elsewhere'

export function isKnown(reason: string | null): reason is 'here' | 'invited' {
  return reason === 'here' || reason === 'invited'
}

/** The known numbers: of people with an account, and of those who were invited in the last days. */
export async function knownAmong(
  db: Db,
  phones: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, 'here' | 'invited'>> {
  const known = new Map<string, 'here' | 'invited'>()
  for (const some of parts(phones)) {
    const invited = await db
      .selectFrom('invitation_list_rows')
      .select('phone_number')
      .where('phone_number', 'in', some)
      .where('invited_at', '>', now - INVITED_AGAIN_MS)
      .execute()
    for (const { phone_number } of invited) known.set(phone_number, 'invited')
    const here = await db.selectFrom('users').select('phone_number').where('phone_number', 'in', some).execute()
    for (const { phone_number } of here) known.set(phone_number ?? '', 'here')
  }
  return known
}

export async function knownInReach(
  db: Db,
  reach: Reach,
  phones: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Known>> {
  return inReachOnly(db, reach, await knownAmong(db, phones, now), now)
}

/**
 * A person who is limited to some mentors learns only about their own people that they have an account or were invited.
 * `now`: when the numbers were looked up.
 */
export async function inReachOnly(
  db: Db,
  reach: Reach,
  known: ReadonlyMap<string, Known>,
  now: number,
): Promise<ReadonlyMap<string, Known>> {
  if (reach === 'everybody') return known
  const own = new Set<string | null>()
  for (const some of parts([...known.keys()])) {
    const here = await db
      .selectFrom('users')
      .select('phone_number')
      .where('phone_number', 'in', some)
      .where(isInReach(reach))
      .execute()
    for (const { phone_number } of here) own.add(phone_number)
    if (reach.length === 0) continue
    const invited = await db
      .selectFrom('invitation_list_rows')
      .select('phone_number')
      .where('phone_number', 'in', some)
      .where('mentor_id', 'in', [...reach])
      .where('invited_at', '>', now - INVITED_AGAIN_MS)
      .execute()
    for (const { phone_number } of invited) if (known.get(phone_number) === 'invited') own.add(phone_number)
  }
  return new Map([...known].map(([phone, reason]) => [phone, own.has(phone) ? reason : 'elsewhere'] as const))
}

function parts(phones: readonly string[]): string[][] {
  const count = Math.ceil(phones.length / PHONES_AT_A_TIME)
  return Array.from({ length: count }, (_, index) =>
    phones.slice(index * PHONES_AT_A_TIME, (index + 1) * PHONES_AT_A_TIME),
  )
}
