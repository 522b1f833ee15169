import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { loadBackupSet } from '../../backups/load-backup-set.ts'
import { readManifest } from '../../backups/manifest.ts'
import { lostFiles } from '../../backups/prove-backup-set.ts'
import type { Config } from '../../config.ts'
import { END_AFTER_RESTORE } from '../../database/backup/end-after-restore.ts'
import { newLineOfBackups } from '../../database/backup/later-sessions.ts'
import { type DatabaseLocation, openDatabase, sqliteFile } from '../../database/open.ts'
import { copyAndFlush } from '../../media/storage/temporary-files.ts'
import type { CommandWithoutDatabase } from '../command.ts'

export const restoreAllCommand: CommandWithoutDatabase = {
  usage: '<folder>',
  summary: 'Fills an empty installation from a backup of everything, on either kind of database',
  async runWithoutDatabase({ config, words: [chosen], print }) {
    if (!chosen) throw new Error('Name the backup: npm run admin -- restore-all backups/2026-11-20T02-30-00-000Z')
    const folder = resolve(chosen)
    const manifest = readManifest(folder)
    const db = await openDatabase(config, { isPatient: true })
    try {
      if ((await db.introspection.getTables()).length > 0) throw new Error(notEmpty(config))
      // The transaction ends after the files are copied, so a server never starts on a part of the backup.
      await db.transaction().execute(async trx => {
        await loadBackupSet(trx, folder, manifest)
        const statements = config.databaseUrl ? END_AFTER_RESTORE : [...END_AFTER_RESTORE, newLineOfBackups()]
        for (const statement of statements) await sql.raw(statement).execute(trx)
        for (const [kind, target] of [
          ['media', config.mediaDir],
          ['recordings', config.recordingsDir],
        ] as const) {
          if (existsSync(join(folder, kind))) await copyFiles(join(folder, kind), target)
        }
        const key = join(folder, 'secret.key')
        if (existsSync(key)) await copyAndFlush(key, join(config.dataDir, 'secret.key'))
      })
    } finally {
      await db.destroy()
    }
    const missing = await lostFiles(folder, manifest)
    const what = missing.length > 0 ? 'What there is' : 'Everything'
    print(`${what} of ${new Date(manifest.madeAt).toISOString()} is restored. Start the server.`)
    for (const problem of missing) print(`${problem}. If another copy of it has them, copy them into ${config.dataDir}`)
    const advice = await adviceOnSecret(folder, config)
    if (advice) print(advice)
    print('Who signed out since then is signed in again. To sign everybody out: sign-out-everywhere --everybody')
    if (config.storage === 's3') print('Then move the files into the bucket: npm run admin -- move-media')
  },
}

/** What the server needs so that it can read what is encrypted in the backup. Undefined if it has that already. */
async function adviceOnSecret(folder: string, { secretKey }: Pick<Config, 'secretKey'>): Promise<string | undefined> {
  const file = join(folder, 'secret.key')
  const inBackup = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined
  if (inBackup === undefined)
    return secretKey
      ? undefined
      : `The backup has no secret.key, because its server had SECRET_KEY. Set the same one before you start the server: only it opens the keys in the backup`
  return !secretKey || secretKey === inBackup
    ? undefined
    : `SECRET_KEY is not the secret of this backup. Set it to the content of ${file} before you start the server: only that opens the keys in the backup`
}

function notEmpty(config: DatabaseLocation): string {
  if (config.databaseUrl) return 'The database has tables already. Restore into an empty one'
  return `${sqliteFile(config)} is there already. Move it away first, or set DATA_DIR to another folder`
}

/** A file that is a hard link to the backup's file is left out, because copying a file onto itself fails. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFiles(source, target)
    else if (!(await isSameFile(source, target))) await copyAndFlush(source, target)
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other).catch(() => undefined)])
  return b !== undefined && a.ino === b.ino && a.dev === b.dev
}
