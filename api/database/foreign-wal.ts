import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'

const FORMAT_AT = 18
const ROLLBACK_FORMAT = 1

/**
 * If a backup was copied over a database, the -wal of that database may still be there, and SQLite would replay it.
 * Our databases are in WAL format while they have a -wal; backups are not. So a foreign -wal is recognised and renamed.
 * Returns its new name.
 */
export function setForeignWalAside(file: string): string | undefined {
  const wal = `${file}-wal`
  if (!existsSync(wal) || formatOf(file) !== ROLLBACK_FORMAT) return undefined
  const aside = `${wal}.of-another-database-${Date.now()}`
  renameSync(wal, aside)
  if (existsSync(`${file}-shm`)) renameSync(`${file}-shm`, `${aside}-shm`)
  return aside
}

/** https://www.sqlite.org/fileformat.html#file_format_version_numbers; undefined for an empty file. */
function formatOf(file: string): number | undefined {
  const handle = openSync(file, 'r')
  const byte = Buffer.alloc(1)
  const count = readSync(handle, byte, 0, 1, FORMAT_AT)
  closeSync(handle)
  return count === 1 ? byte[0] : undefined
}
