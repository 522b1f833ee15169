import { noteBackup } from '../database/backup/last-backup.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import type { Command } from './command.ts'
import { filesBeside } from './files-beside.ts'

export const backupCommand: Command = {
  usage: '<file>',
  summary: 'Copies the SQLite database while the server runs',
  async run({ db, config, words: [file], print }) {
    if (!file) throw new Error('Name the file to write: npm run admin -- backup backups/today.sqlite')
    if (config.databaseUrl) throw new Error('This is PostgreSQL: use backup-all, or pg_dump')
    await writeBackup(db, file)
    await noteBackup(db, Date.now())
    print(`The database is copied to ${file}.`)
    const files = filesBeside(config)
    if (files) print(`Copy these after it, so that all that it needs is in the copy: ${files}`)
  },
}
