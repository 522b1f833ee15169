import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { record } from '../../audit-log/audit-log.ts'
import { BACKUP_LOCK, beginBackup, noteBackupProgress } from '../../backups/backup-progress.ts'
import {
  deleteOldBackupSets,
  nameOfBackupSet,
  type OnProgress,
  writeBackupSet,
} from '../../backups/write-backup-set.ts'
import { noteBackup } from '../../database/backup/last-backup.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { Command } from '../command.ts'

/** Hard links need no room, but an erased recording is gone only when the last backup that has it is deleted. */
const KEPT_BACKUPS = 3

export const backupAllCommand: Command = {
  usage: '[folder]',
  summary: 'Copies database, media and recordings as one set while the server runs; keeps the last three',
  async run({ db, config, words, print }) {
    const [chosen] = words.filter(word => !word.startsWith('--'))
    const folder = resolve(chosen ?? join(config.dataDir, 'backups'))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const now = Date.now()
    const target = join(folder, nameOfBackupSet(now))
    // If the server started this command, it has already noted that a backup began.
    const isFromServer = words.includes('--from-server')
    if (!isFromServer && !(await transactionWithLock(db, BACKUP_LOCK, trx => beginBackup(trx, now))))
      throw new Error('A backup is being made already. If it was killed, try again in five minutes')
    const onProgress: OnProgress = (step, done, of) => noteBackupProgress(db, { step, done, of }, Date.now())
    const writing = writeBackupSet(config, target, onProgress, now)
    // A server that started this command proves the backup next, and clears the progress after that.
    const { tables, files, missing } = await writing.finally(
      () => isFromServer || noteBackupProgress(db, undefined, Date.now()),
    )
    await noteBackup(db, now)
    // For a backup that the server starts, the server writes the log line.
    if (!isFromServer) await record(db, { uid: null, side: 'command' }, { action: 'backup-made' }, now)
    await deleteOldBackupSets(folder, KEPT_BACKUPS, now)
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    print(`${target}: ${rows} rows, ${files.media.count} media, ${files.recordings.count} recordings.`)
    if (files.media.inBucket) print('Media and recordings stayed in their bucket: let the bucket keep versions.')
    if (missing.length > 0) print(`Not in the storage, so not in the backup: ${missing.join(', ')}`)
    print(`Copy it to another machine, then try it there or here: npm run admin -- prove-backup ${target}`)
  },
}
