import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { FOR_OWNERS } from '../team-roles.ts'

export const MIN_PASSPHRASE = 12
const MAX_PASSPHRASE = 100

/** Makes a backup, and opens it to prove that it can be restored. The settings say how far this work is. */
export const makeBackup = endpoint({
  method: 'POST',
  path: '/org/v1/settings/backup',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  reply: v.object({ success: v.literal(true) }),
})

/** Returns a URL of the newest backup, which is encrypted with this passphrase. The URL works for some minutes. */
export const getEncryptedBackupUrl = endpoint({
  method: 'POST',
  path: '/org/v1/settings/backupFile',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  needsRecentSignIn: true,
  body: v.object({ passphrase: v.pipe(v.string(), v.minLength(MIN_PASSPHRASE), v.maxLength(MAX_PASSPHRASE)) }),
  reply: v.object({ success: v.literal(true), data: v.object({ url: v.string() }) }),
})

/** The file itself, for the browser's own download. The ticket says who asked for it, and holds the passphrase. */
export const getBackupFile = endpoint({
  method: 'GET',
  path: '/org/v1/backupFile',
  signedIn: false,
  file: 'application/octet-stream',
  query: v.object({ ticket: v.string() }),
  reply: v.any(),
})
