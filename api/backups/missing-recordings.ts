import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { tableFile } from './manifest.ts'
import { readRows } from './read-rows.ts'

/**
 * Storage keys of recordings that a row names, but whose file is missing or incomplete: it was erased during the
 * backup, or lost.
 */
export async function missingRecordings(folder: string): Promise<string[]> {
  const missing = []
  for await (const rows of readRows(tableFile(folder, 'recordings'))) {
    for (const { storage_key, bytes } of rows) {
      const key = String(storage_key)
      const found = await stat(join(folder, 'recordings', key)).catch(unlessMissing)
      if (found?.size !== bytes) missing.push(key)
    }
  }
  return missing
}

/** A missing file is expected; any other failure is thrown. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
