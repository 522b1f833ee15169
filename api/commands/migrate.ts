import type { Command } from './command.ts'

export const migrateCommand: Command = {
  usage: '',
  summary: 'Updates the database to this version; every start does so, too',
  async run({ print }) {
    // Every command migrates before it runs.
    print('The database is up to date.')
  },
}
