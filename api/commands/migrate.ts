import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'Updates the database to this version; every start does so, too',
  async run({ print }) {
    // Every command begins with it.
    print('The database is up to date.')
  },
}
