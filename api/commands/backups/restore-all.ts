import { cpSync, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { loadBackupSet } from '../../backups/load-backup-set.ts'
import { readManifest } from '../../backups/manifest.ts'
import { openDatabase, sqliteFile } from '../../database/open.ts'
import type { CommandWithoutDatabase } from '../command.ts'

export const restoreAllCommand: CommandWithoutDatabase = {
  name: 'restore-all',
  usage: '<folder>',
  summary: 'Fills an empty installation from a backup of everything, on either kind of database',
  async runWithoutDatabase({ config, words: [chosen], print }) {
    if (!chosen) throw new Error('Name the backup: npm run admin -- restore-all backups/2026-11-20T02-30-00-000Z')
    const folder = resolve(chosen)
    const manifest = readManifest(folder)
    const { dataDir, databaseUrl } = config
    if (!databaseUrl && existsSync(sqliteFile(config)))
      throw new Error(`${sqliteFile(config)} is there already. Move it away first, or set DATA_DIR to another folder`)
    const db = openDatabase(config, { isPatient: true })
    try {
      if ((await db.introspection.getTables()).length > 0)
        throw new Error('The database has tables already. Restore into an empty one')
      await loadBackupSet(db, folder, manifest)
    } finally {
      await db.destroy()
    }
    for (const [kind, target] of [
      ['media', config.mediaDir],
      ['recordings', config.recordingsDir],
    ] as const) {
      if (existsSync(join(folder, kind))) cpSync(join(folder, kind), target, { recursive: true })
    }
    const key = join(folder, 'secret.key')
    if (existsSync(key)) await copyFile(key, join(dataDir, 'secret.key'))
    print(`Everything of ${new Date(manifest.madeAt).toISOString()} is restored. Start the server.`)
    if (config.storage === 's3') print('Then move the files into the bucket: npm run admin -- move-media')
  },
}
