import { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY } from '../../../contract/time.ts'
import { record } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { decrypt, encrypt } from '../../secrets/encryption.ts'
import { formerUidsOf } from '../closed-accounts.ts'

const NAME = 'data link'
export const DATA_LINK_MS = 7 * DAY

type Link = { uid: string; expiresAt: number }

/** The token of a link. It names the person; their data are collected when they open it, so no copy is stored. */
export function dataToken(link: Link, key: Buffer): string {
  return encrypt(JSON.stringify(link), NAME, key)
}

/** Throws unless the link is for this person. The audit log gets a line in either case. */
export async function openDataLink(
  db: Db,
  { uid, token, key }: { uid: string; token: string; key: Buffer },
  now: number,
): Promise<void> {
  const text = decrypt(token, NAME, key)
  const link = text === undefined ? undefined : (JSON.parse(text) as Link)
  if (!link || link.expiresAt <= now) throw new ApiError('not-found')
  // After a merge the link is for the account that remains.
  const isTheirs = [uid, ...(await formerUidsOf(db, uid))].includes(link.uid)
  const action = isTheirs ? 'data-fetched' : 'data-refused'
  await record(db, { uid, side: 'browser' }, { action, subjectUid: isTheirs ? uid : link.uid }, now)
  if (!isTheirs) throw new ApiError('forbidden')
}
