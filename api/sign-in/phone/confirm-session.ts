import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { AuthUser } from '../../http/bearer.ts'
import { doOrRepeat, type Press, saveOutcome } from '../repeated-press.ts'
import { consumeCode, phoneOf } from './codes.ts'
import { type EnteredCode, type PhoneSignInOptions, verifyPhone } from './phone-sign-in.ts'

/** Notes that the person of this session entered a code once more. Only a code for their own phone counts. */
export async function confirmSession(
  db: Db,
  { uid, sessionId }: AuthUser,
  given: EnteredCode,
  options: PhoneSignInOptions & { idempotencyKey: string | undefined },
): Promise<void> {
  const { now, key: secret, idempotencyKey } = options
  const about = `${sessionId} ${given.verificationId}`
  const press: Press = { call: 'confirmAgain', about, key: idempotencyKey, secret }
  await doOrRepeat(db, press, async isRepeat => {
    if (isRepeat) return
    await requireOwnPhone(db, uid, await phoneOf(db, given.verificationId, { now }))
    const phone = await verifyPhone(db, given, options)
    await transactionWithLock(db, `session ${sessionId}`, async trx => {
      // The number of the account may have changed meanwhile.
      await requireOwnPhone(trx, uid, phone)
      await consumeCode(trx, given.verificationId, now)
      await trx
        .updateTable('sessions')
        .set({ confirmed_at: now })
        .where('id', '=', sessionId)
        .where('uid', '=', uid)
        .execute()
      await saveOutcome(trx, press, { outcome: sessionId, now })
    })
  })
}

async function requireOwnPhone(db: Db, uid: string, phone: string): Promise<void> {
  const user = await db.selectFrom('users').select('phone_number').where('uid', '=', uid).executeTakeFirst()
  if (user?.phone_number !== phone) throw new ApiError('auth/invalid-verification-code')
}
