import { createHash } from 'node:crypto'
import { migrate, migrateTo } from '../database/migrate.ts'
import type { Db } from '../database/tables.ts'
import { type Manifest, tableFile } from './manifest.ts'
import { readRows } from './read-rows.ts'
import { loadRows } from './snapshot.ts'

/**
 * Fills an empty database of either kind: creates the tables of the backup's version, loads the rows, and migrates to
 * this version. Throws if a row is missing or was changed.
 */
export async function loadBackupSet(db: Db, folder: string, manifest: Manifest): Promise<void> {
  await migrateTo(db, manifest.migration)
  for (const [table, { rows, sha256 }] of Object.entries(manifest.tables)) {
    const digest = createHash('sha256')
    const count = await loadRows(db, table, readRows(tableFile(folder, table), digest))
    const isSame = count === rows && digest.digest('hex') === sha256
    if (!isSame) throw new Error(`The table ${table} in the backup is damaged: ${count} of ${rows} rows can be read`)
  }
  await migrate(db)
}
