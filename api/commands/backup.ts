import { writeBackup } from '../database/backup/write-backup.ts'
import type { Command } from './command.ts'

export const backup: Command = {
  name: 'backup',
  usage: '<file>',
  summary: 'Writes a copy of the SQLite database while the server goes on',
  async run({ db, config, words: [file], print }) {
    if (!file) throw new Error('Say where to: npm run admin -- backup backups/today.sqlite')
    if (config.databaseUrl) throw new Error('This is PostgreSQL: use pg_dump')
    await writeBackup(db, file)
    print(`The database is in ${file}. Files are never named before they are there, so copy them after it:`)
    print(`${config.mediaDir} and ${config.recordingsDir}`)
  },
}
