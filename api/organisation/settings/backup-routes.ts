import { once } from 'node:events'
import { join } from 'node:path'
import { ApiError } from '../../../contract/calls/api-error.ts'
import * as calls from '../../../contract/organisation/backups.ts'
import { MINUTE } from '../../../contract/time.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import { BACKUP_LOCK, beginBackup, noteBackupFailed, noteBackupProgress } from '../../backups/backup-progress.ts'
import { runAdmin, startAdmin } from '../../backups/run-admin.ts'
import { listBackupSets } from '../../backups/write-backup-set.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serveBytes } from '../../http/serve.ts'
import { type IdentityProvider, isSignedIn, type SignIn } from '../../identity/provider.ts'
import { decrypt, encrypt } from '../../secrets/encryption.ts'
import { fromJson } from '../../setting-rules.ts'
import { ownersOf } from '../../team/roles.ts'

/** The browser asks for the file at once; a slow phone may need another try. */
const TICKET_MS = 10 * MINUTE
const TICKET = 'backup file'

export type BackupDeps = {
  db: Db
  now: () => number
  config: Config
  identity: Pick<IdentityProvider, 'requireSignIn'>
  backupKey: Buffer
  log: { error(what: object, text: string): void }
}
/** The ticket ends with the sign-in of its owner. */
type Ticket = SignIn & { passphrase: string; until: number }

/** Calls that make a backup, and give it to an owner as a file that only a passphrase opens. */
export function backupRoutes({ db, now, config, identity, backupKey, log }: BackupDeps): Route[] {
  const environment = { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl }
  const folder = join(config.dataDir, 'backups')

  async function makeNow(): Promise<void> {
    try {
      await runAdmin(['backup-all', '--from-server'], environment)
      await noteBackupProgress(db, { step: 'proving', done: 0, of: 1 }, now())
      await runAdmin(['prove-backup'], environment)
    } catch (error) {
      log.error({ error: (error as Error).message }, 'backup failed')
      await noteBackupFailed(db, error as Error, now()).catch(() => {})
    } finally {
      await noteBackupProgress(db, undefined, now()).catch(() => {})
    }
  }

  return [
    serveAct({ db, now }, calls.makeBackup, {
      locks: () => [BACKUP_LOCK],
      work: async (trx, _, at) => {
        if (!(await beginBackup(trx, at))) throw new ApiError('settings/backup-running')
        return { result: null, lines: [{ action: 'backup-made' }] }
      },
      // The call does not wait for the backup, because it may take long. The settings show how far it is.
      after: () => void makeNow(),
      reply: () => ({ success: true }),
    }),

    serveAct({ db, now }, calls.getEncryptedBackupUrl, {
      locks: () => [],
      // The stored request has no passphrase, which could be guessed from its hash.
      request: () => ({}),
      work: async () => {
        if ((await listBackupSets(folder, now())).length === 0) throw new ApiError('settings/no-backup')
        return { result: null, lines: [{ action: 'backup-downloaded' }] }
      },
      reply: (_, { user: { uid, sessionId, signedInAt }, body: { passphrase } }) => {
        const ticket: Ticket = { uid, sessionId, signedInAt, passphrase, until: now() + TICKET_MS }
        const query = new URLSearchParams({ ticket: encrypt(JSON.stringify(ticket), TICKET, backupKey) })
        return { success: true, data: { url: `${calls.getBackupFile.path}?${query}` } }
      },
    }),

    serveBytes(calls.getBackupFile, async ({ query, headers, reply }) => {
      const found = await newestFor(query.ticket).catch(error => {
        if (String(headers.accept).includes('text/html')) return undefined
        throw error
      })
      // A person has opened an old link, perhaps from a list of downloads. They get to the page that makes a new one.
      if (!found) return reply.redirect('/org/settings', 303)
      const { newest, passphrase } = found
      const child = await startAdmin(['seal-backup', '-', newest, '--from-server'], environment)
      child.stdin.end(`${passphrase}\n`)
      child.stderr.resume()
      // A cut file must not look complete.
      void once(child, 'exit').then(([code]) => code === 0 || reply.raw.destroy())
      reply.raw.once('close', () => child.kill())
      return reply
        .type('application/octet-stream')
        .header('Content-Disposition', `attachment; filename="step-by-step-${nameOf(newest)}.tar.age"`)
        .send(child.stdout)
    }),
  ]

  /** The newest backup, for an owner with a valid ticket. */
  async function newestFor(encrypted: string) {
    const ticket = fromJson(decrypt(encrypted, TICKET, backupKey) ?? '') as Ticket | undefined
    const owner = (await ownersOf(db)).find(({ uid }) => uid === ticket?.uid)
    if (!ticket || ticket.until < now() || owner?.blocked_at !== null) throw new ApiError('forbidden')
    if (!(await isSignedIn(identity, ticket))) throw new ApiError('forbidden')
    const [newest] = await listBackupSets(folder, now())
    if (!newest) throw new ApiError('settings/no-backup')
    return { newest, passphrase: ticket.passphrase }
  }
}

function nameOf(folder: string): string {
  return folder.slice(-'2026-11-20T02-30-00-000Z'.length, -'T02-30-00-000Z'.length)
}
