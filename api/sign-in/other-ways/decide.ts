import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { REQUEST_LIFETIME_MS } from '../../../contract/sign-in/other-ways.ts'
import { HOUR } from '../../../contract/time.ts'
import { AUDIT_LOCK, addLine } from '../../audit-log/audit-log.ts'
import { idempotent } from '../../database/idempotent.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { Counter } from '../../http/limit-key.ts'
import { consume, refund } from '../../http/limits.ts'
import { pendingRequest, REQUESTS_LOCK } from './requests.ts'

/** Wrong numbers that one person may type. A million are possible, and only those of their own learners are found. */
const WRONG_AN_HOUR = 10

export type Approver = {
  uid: string
  /** Shown to the learner. */
  name: string
  /** Whether this person may let the owner of that account in. */
  mayApprove: (db: Db, uid: string) => Promise<boolean>
}

type Options = { now: number; key: Buffer; limitFactor: number }

export type ApprovalRequest = { uid: string; name: string; phoneNumber: string; askedAt: number }

/** The learner who shows this number now. Any other number is not found, whatever the reason. */
export async function findRequest(
  db: Db,
  approver: Approver,
  number: string,
  options: Options,
): Promise<ApprovalRequest> {
  return countGuess(db, approver, options, async () => (await requestFor(db, approver, number, options)).asking)
}

type Decision = { number: string; isApproved: boolean; idempotencyKey: string | undefined }

/** Approves or refuses, once. Returns the request that was decided; undefined if the same decision is sent again. */
export async function decideRequest(
  db: Db,
  approver: Approver,
  { number, isApproved, idempotencyKey }: Decision,
  options: Options,
): Promise<ApprovalRequest | undefined> {
  const { now } = options
  let decided: ApprovalRequest | undefined
  const act = { uid: approver.uid, key: idempotencyKey, request: { number, isApproved }, now }
  await countGuess(db, approver, options, () =>
    transactionWithLock(db, [AUDIT_LOCK, REQUESTS_LOCK], trx =>
      idempotent(trx, act, async () => {
        const { id, asking } = await requestFor(trx, approver, number, options)
        await (isApproved ? approve(trx, { id, asking, approver, now }) : refuse(trx, id, now))
        const action = isApproved ? 'sign-in-approved' : 'sign-in-refused'
        await addLine(trx, { uid: approver.uid, side: 'browser' }, { action, subjectUid: asking.uid }, now)
        decided = asking
        return { success: true }
      }),
    ),
  )
  return decided
}

/** Counts a typed number before it is compared. A right number is refunded. */
async function countGuess<T>(
  db: Db,
  { uid }: Approver,
  { now, limitFactor }: Options,
  work: () => Promise<T>,
): Promise<T> {
  const counter: Counter = { name: 'approve/hour', of: { uid } }
  await consume(db, { ...counter, max: WRONG_AN_HOUR * limitFactor, perMs: HOUR }, now)
  const result = await work()
  await refund(db, [counter])
  return result
}

async function requestFor(db: Db, { mayApprove }: Approver, number: string, { now, key }: Options) {
  const request = await pendingRequest(db, number, { key, now })
  const user = request && (await accountOf(db, request.phone))
  if (!user || !(await mayApprove(db, user.uid))) throw new ApiError('not-found')
  const { uid, display_name: name } = user
  const asking: ApprovalRequest = {
    uid,
    name: name ?? request.phone,
    phoneNumber: request.phone,
    askedAt: request.created_at,
  }
  return { id: request.id, asking }
}

function accountOf(db: Db, phone: string) {
  return db
    .selectFrom('users')
    .select(['uid', 'display_name'])
    .where('phone_number', '=', phone)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
}

type Approving = { id: string; asking: ApprovalRequest; approver: Approver; now: number }

async function approve(trx: Transaction<Tables>, { id, asking, approver, now }: Approving): Promise<void> {
  await trx
    .updateTable('sign_in_requests')
    .set({ approved_at: now, expires_at: now + REQUEST_LIFETIME_MS })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('approved_sign_ins')
    .values({ request_id: id, uid: asking.uid, approved_by: approver.name, approved_at: now, session_id: null })
    .execute()
}

async function refuse(trx: Transaction<Tables>, id: string, now: number): Promise<void> {
  await trx.updateTable('sign_in_requests').set({ refused_at: now }).where('id', '=', id).execute()
}
