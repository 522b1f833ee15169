import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { backupProgress, lastFailedBackup } from '../../backups/backup-progress.ts'
import { readManifest } from '../../backups/manifest.ts'
import { lastProof } from '../../backups/prove-backup-set.ts'
import { listBackupSets } from '../../backups/write-backup-set.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'

type Backup = SettingsPage['backup']
type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'nightlyBackup'>

/** The backups in the usual folder, and what can be done with them. */
export async function backupState(db: Db, config: Place, now: number): Promise<Backup> {
  const [folder] = await listBackupSets(join(config.dataDir, 'backups'), now)
  const { madeAt, problem } = await lastProof(db)
  const last = folder ? lastIn(folder) : null
  return {
    isNightly: config.nightlyBackup,
    running: (await backupProgress(db, now)) ?? null,
    last,
    failed: (await lastFailedBackup(db, last?.madeAt)) ?? null,
    provenAt: madeAt ?? null,
    problem: problem ?? null,
    restore: folder ? restoreCommands(resolve(folder), config) : [],
  }
}

function lastIn(folder: string): Backup['last'] {
  try {
    const { madeAt, tables, files } = readManifest(folder)
    const rows = (table: string) => tables[table]?.rows ?? 0
    return { madeAt, people: rows('users'), answers: rows('page_answers'), recordings: files.recordings.count }
  } catch {
    return null
  }
}

/** Commands for a person who can log in to this machine. They delete nothing: the present data are moved aside. */
function restoreCommands(folder: string, { dataDir, databaseUrl }: Place): string[] {
  const data = resolve(dataDir)
  const aside = `${data}/before-restore`
  return [
    `cd ${quoted(process.cwd())}`,
    ...(existsSync(ENV_FILE) ? [`set -a; . ${ENV_FILE}; set +a`] : []),
    `export DATA_DIR=${quoted(data)}`,
    process.env.INVOCATION_ID ? 'sudo systemctl stop step-by-step' : '# Stop the server',
    ...(databaseUrl
      ? ['# Make an empty database, and set DATABASE_URL to it: createdb steps_restored']
      : [`mkdir -p ${quoted(aside)}`, `mv ${quoted(data)}/step-by-step.sqlite* ${quoted(aside)}/`]),
    `npm run admin -- restore-all ${quoted(folder)}`,
    process.env.INVOCATION_ID ? 'sudo systemctl start step-by-step' : '# Start the server',
  ]
}

const ENV_FILE = '/etc/step-by-step.env'

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
