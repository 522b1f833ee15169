import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { BackupRow } from './snapshot.ts'

const ROWS_AT_A_TIME = 1000

/** The rows of a table in a backup. `digest` is updated with each line of the file. */
export async function* readRows(file: string, digest?: Hash): AsyncIterable<BackupRow[]> {
  let rows: BackupRow[] = []
  const content = createReadStream(file)
  const unpacked = content.pipe(createGunzip())
  content.on('error', error => unpacked.destroy(error))
  try {
    for await (const line of createInterface({ input: unpacked })) {
      digest?.update(`${line}\n`)
      rows.push(JSON.parse(line))
      if (rows.length < ROWS_AT_A_TIME) continue
      yield rows
      rows = []
    }
  } catch (error) {
    // An owner reads this message in the settings, where "incorrect header check" alone would not help.
    throw new Error(`${basename(file)} in the backup is damaged: ${(error as Error).message}`)
  }
  yield rows
}
