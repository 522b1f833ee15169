import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moveDatabase } from '../../backups/move-database.ts'
import { sqliteFile } from '../../database/open.ts'
import { type Command, option } from '../command.ts'

export const moveDatabaseCommand: Command = {
  usage: '--to postgres://…|sqlite',
  summary: 'Copies all rows to an empty database of the other kind and compares each; can be repeated',
  async run({ config, words, print }) {
    const to = option(words, 'to') ?? ''
    const isToPostgres = /^postgres(ql)?:\/\//.test(to)
    if (!isToPostgres && to !== 'sqlite')
      throw new Error('Name the target: npm run admin -- move-database --to postgres://user:password@host/steps')
    if (!isToPostgres && !config.databaseUrl) throw new Error('The database is SQLite already')
    const { dataDir } = config
    const target = { dataDir, databaseUrl: isToPostgres ? to : '' }
    const { copied, alreadyThere, rows } = await moveDatabase(config, target, print)
    print(`${rows} rows are the same in both: ${copied.length} tables copied, ${alreadyThere.length} there already.`)
    print('If a server may have written meanwhile, stop it and run this once more: the rest is not copied again.')
    print(
      isToPostgres ? 'Now set DATABASE_URL to the target' : `Now take DATABASE_URL away: ${sqliteFile(config)} is used`,
    )
    const key = join(dataDir, 'secret.key')
    if (isToPostgres && !config.secretKey && existsSync(key))
      print(`and SECRET_KEY to the content of ${key}, so that everybody stays signed in,`)
    print('and start the server. Media and recordings stay where they are; move-media moves them into a bucket.')
  },
}
