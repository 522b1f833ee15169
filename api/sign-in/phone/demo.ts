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
    .select(['phone', 'code_hash'])
    .where('id', '=', verificationId)
    .executeTakeFirst()
  const sent = row ? await codesInOutbox(dataDir, row.phone) : []
  const code = sent.find(code => row && isCodeOf(row.code_hash, { verificationId, code }, key))
  if (!code) throw new ApiError('not-found')
  return code
}
