import { join, resolve } from 'node:path'
import { noteProof, proveBackupSet } from '../../backups/prove-backup-set.ts'
import { listBackupSets } from '../../backups/write-backup-set.ts'
import type { Command } from '../command.ts'

export const proveBackupCommand: Command = {
  usage: '[folder]',
  summary: 'Opens a backup in a database of its own, migrates and counts it; without a folder the newest',
  async run({ db, config, words: [chosen], print }) {
    const folder = chosen ? resolve(chosen) : (await listBackupSets(join(config.dataDir, 'backups'), Date.now()))[0]
    if (!folder) throw new Error('There is no backup yet: npm run admin -- backup-all')
    try {
      const { madeAt, tables } = await proveBackupSet(folder)
      await noteProof(db, { at: Date.now(), madeAt })
      print(
        `The backup of ${new Date(madeAt).toISOString()} is good: ${Object.keys(tables).length} tables can be read.`,
      )
    } catch (error) {
      await noteProof(db, { at: Date.now(), problem: (error as Error).message })
      throw error
    }
  },
}
