import { sql } from 'kysely'
import type { Db, LimitKey } from '../database/tables.ts'
import type { Network } from './network.ts'

/** The first part of a key. The owner of the count is the second part, so no name is about one person. */
export type LimitName =
  | 'approval/day'
  | 'approval/hour'
  | 'approve/hour'
  | 'changeName'
  | 'change-email/hour'
  | 'code/half-minute'
  | 'code/ten-minutes'
  | 'code/hour'
  | 'code/day'
  | 'course-import'
  | 'course-file'
  | 'course-film'
  | 'course-zip'
  | 'events'
  | 'guess/day'
  | 'invitation/second'
  | 'invitation-list/hour'
  | 'lessonFile'
  | 'log'
  | 'merge'
  | 'myData'
  | 'accountKeys'
  | 'new-address/hour'
  | 'no-more'
  | 'new-phone/day'
  | 'new-phone-text'
  | 'password/minute'
  | 'password/quarter'
  | 'password/day'
  | 'password/hour'
  | 'phone-link'
  | 'phone-link/guess'
  | 'push'
  | 'report-file'
  | 'reset/hour'
  | 'saveAudio'
  | 'send'
  | 'team-join/hour'
  | 'team-describe/hour'
  | 'team-read'
  | 'team-recover/hour'
  | 'team-refused'
  | 'team-write'
  | 'textConsent'
  | 'try-sending/hour'
  | 'uniquePhone/minute'
  | 'uniquePhone/hour'
  | 'wrong-guess/hour'
  | 'wrong-in-a-row'

/** The person, IP address or number whose uses are counted. */
export type LimitOwner =
  | { uid: string }
  | { phone: string }
  | { email: string; deviceId?: string | undefined }
  | { network: Network }
  /** A block of numbers, or a country. */
  | { numbers: string }
  | 'everybody'

export type Counter = { name: LimitName; of: LimitOwner }

/** The key of a count. Only this function makes keys, so that `deleteLimitsOf` finds all that name a person. */
export function limitKey({ name, of }: Counter): LimitKey {
  if (of === 'everybody') return name as LimitKey
  // These two have always been stored with a colon. With another sign, an upgrade would lose their counts.
  const separator = name === 'log' || name === 'events' ? ':' : '/'
  return `${name}${separator}${textOf(of)}` as LimitKey
}

function textOf(of: Exclude<LimitOwner, 'everybody'>): string {
  if ('uid' in of) return of.uid
  if ('phone' in of) return of.phone
  if ('email' in of) return of.deviceId === undefined ? of.email : `${of.email}/${of.deviceId}`
  return 'network' in of ? of.network : of.numbers
}

/** Deletes the counts whose keys name this uid, phone number or e-mail address. */
export async function deleteLimitsOf(db: Db, name: string): Promise<void> {
  const plain = name.replace(/[\\%_]/g, '\\$&')
  for (const pattern of [`%:${plain}`, `%/${plain}`, `%/${plain}/%`])
    await db.deleteFrom('limits').where(sql<boolean>`key like ${pattern} escape '\\'`).execute()
}
