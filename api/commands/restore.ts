import { restoreBackup } from '../database/backup/restore-backup.ts'
import { sqliteFile } from '../database/open.ts'
import type { CommandWithoutDatabase } from './command.ts'
import { filesBeside } from './files-beside.ts'

export const restoreCommand: CommandWithoutDatabase = {
  usage: '<file>',
  summary: 'Replaces the SQLite database by a backup; stop the server first',
  async runWithoutDatabase({ config, words: [file], print }) {
    if (!file) throw new Error('Name the backup: npm run admin -- restore backups/today.sqlite')
    if (config.databaseUrl) throw new Error('This is PostgreSQL: use restore-all, or pg_restore')
    const target = sqliteFile(config)
    const { aside, isOfFormer } = await restoreBackup(file, target)
    print(`${target} is restored from ${file}.`)
    if (aside) print(`The former database is in ${aside}; delete it when it is no longer needed.`)
    if (isOfFormer) print('Learners are signed in as they were in the former database.')
    else print('Who signed out since then is signed in again. To sign everybody out: sign-out-everywhere --everybody')
    const files = filesBeside(config)
    print(files ? `Copy ${files} back, too, then start the server.` : 'Now start the server.')
  },
}
