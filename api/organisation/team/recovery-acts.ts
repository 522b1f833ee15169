import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { languageCodes } from '../../../contract/languages.ts'
import type { TeamMember } from '../../../contract/organisation/team.ts'
import { CONFIRMED_MS } from '../../../contract/sign-in/phone.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { MINUTE } from '../../../contract/time.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config.ts'
import { storedValue, storeValue } from '../../database/stored-values.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { AuthUser } from '../../http/bearer.ts'
import { isRecent } from '../../http/limits.ts'
import type { Senders } from '../../senders/senders.ts'
import { confirmedAt } from '../../team/authorize.ts'
import { replaceRecoveryCode, takeRecoveryCode } from '../../team/recovery-code.ts'
import { replaceRoles, rolesOf, TEAM_LOCK } from '../../team/roles.ts'
import { inAllLanguages, serverTexts } from '../../texts/server-texts.ts'
import { mentorIdOf } from '../people/account-acts.ts'
import { teamNow } from './team.ts'

type Trx = Transaction<Tables>

/** Needs `TEAM_LOCK`. Returns the id of the code, never the code: results of acts are stored. */
export async function makeRecoveryCode(trx: Trx, key: Buffer, now: number): Promise<ActResult<{ id: string }>> {
  const id = await replaceRecoveryCode(trx, key, now)
  return { result: { id }, lines: [{ action: 'recovery-made' }] }
}

/** Throws unless this person is in the team, and has just entered a code that was sent to their phone. */
export async function requireConfirmedMember(
  db: Db,
  user: AuthUser,
  { identity }: Pick<Config, 'identity'>,
  now: number,
): Promise<void> {
  const isMember = (await rolesOf(db, user.uid)).length > 0 || (await mentorIdOf(db, user.phoneNumber)) !== undefined
  if (!isMember) throw new ApiError('forbidden')
  if (user.phoneNumber === null) throw new ApiError('team/recovery-by-phone')
  // Firebase sends the codes itself: only a new sign-in shows that one was entered.
  const enteredAt = identity === 'firebase' ? user.signedInAt : await confirmedAt(db, user)
  if (!isRecent(enteredAt, CONFIRMED_MS, now)) throw new ApiError('auth/requires-recent-login')
}

/** Makes the holder of the code an owner. Needs `TEAM_LOCK`. */
export async function recover(trx: Trx, uid: string, code: string, now: number): Promise<ActResult<TeamRole[]>> {
  await takeRecoveryCode(trx, code, now)
  await replaceRoles(trx, uid, [...(await rolesOf(trx, uid)), 'owner'])
  await storeValue(trx, UNTOLD, { ...(await untold(trx)), [uid]: now } satisfies Untold)
  return { result: await rolesOf(trx, uid), lines: [{ action: 'recovery-used', subjectUid: uid }] }
}

const UNTOLD = 'recovery-untold'
/** When each new owner used a code of which the team was not notified yet. Written under `TEAM_LOCK`. */
type Untold = Record<string, number>
/** Longer than any gateway takes: until then the process that took the code is still sending the messages. */
const STILL_NOTIFYING_MS = 2 * MINUTE

async function untold(db: Db): Promise<Untold> {
  return (await storedValue<Untold>(db, UNTOLD)) ?? {}
}

/** Notifies the team of codes that were used just before the server was killed. */
export async function notifyTeamOfLeftRecoveries(db: Db, notifying: Notifying): Promise<void> {
  const isLeft = ([, at]: [uid: string, at: number]) => !isRecent(at, STILL_NOTIFYING_MS, notifying.now)
  if (!Object.entries(await untold(db)).some(isLeft)) return
  const left = await transactionWithLock(db, TEAM_LOCK, async trx => {
    const all = await untold(trx)
    const uids = Object.entries(all)
      .filter(isLeft)
      .map(([uid]) => uid)
    // No other process takes the same ones, unless this one is killed, too.
    await storeValue(trx, UNTOLD, { ...all, ...Object.fromEntries(uids.map(uid => [uid, notifying.now])) })
    return uids
  })
  for (const uid of left) await notifyTeamOfRecovery(db, uid, notifying)
}

type Notifying = { senders: Pick<Senders, 'sendSms' | 'sendMail'>; now: number; failed: (error: Error) => void }

/**
 * Notifies the team by text message, or by mail where there is no phone. The message is in all languages, because
 * nobody knows which language each member reads.
 */
export async function notifyTeamOfRecovery(db: Db, uid: string, { senders, now, failed }: Notifying): Promise<void> {
  const { members } = await teamNow(db, now)
  const holder = members.find(member => member.uid === uid)
  const name = holder?.name ?? holder?.phoneNumber ?? ''
  const text = (written: string) => written.replaceAll('{name}', () => name)
  const sms = languageCodes.map(code => text(serverTexts[code].recovered.text)).join('\n')
  const mail = inAllLanguages(({ recovered }) => ({ subject: recovered.subject, text: text(recovered.text) }))
  const tell = async ({ phoneNumber, email }: TeamMember) => {
    if (phoneNumber) await senders.sendSms({ to: phoneNumber, text: sms })
    else if (email) await senders.sendMail({ to: email, ...mail })
  }
  await Promise.all(members.map(member => tell(member).catch(failed)))
  await transactionWithLock(db, TEAM_LOCK, async trx => {
    const { [uid]: _, ...rest } = await untold(trx)
    await storeValue(trx, UNTOLD, rest satisfies Untold)
  })
}
