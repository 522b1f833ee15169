import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Db } from '../../database/tables.ts'
import { codesInOutbox } from '../../senders/outbox.ts'
import { isCodeOf, isVerificationId } from './code.ts'

/** The code in the outbox file for this id. The database has only its fingerprint. */
export async function demoCode(
  db: Db,
  verificationId: string,
  { key, dataDir }: { key: Buffer; dataDir: string },
): Promise<string> {
  if (!isVerificationId(verificationId)) throw new ApiError('not-found')
  const row = await db
    .selectFrom('verifications')
    .select(['phone', 'code_hash', 'other_code_hash'])
    .where('id', '=', verificationId)
    .executeTakeFirst()
  const sent = row ? await codesInOutbox(dataDir, row.phone) : []
  const isGood = (code: string) =>
    [row?.code_hash, row?.other_code_hash].some(hash => hash && isCodeOf(hash, { verificationId, code }, key))
  const code = sent.find(isGood)
  if (!code) throw new ApiError('not-found')
  return code
}
