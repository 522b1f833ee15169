import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Files = v.object({ count: v.number(), bytes: v.number(), inBucket: v.boolean() })

const Manifest = v.object({
  /** The version of the format of backups. */
  form: v.literal(1),
  version: v.string(),
  /** Epoch ms. */
  madeAt: v.number(),
  migration: v.string(),
  tables: v.record(v.string(), v.object({ rows: v.number(), sha256: v.string() })),
  /** Files in the backup. `inBucket`: they stayed in the bucket, and only their number is known. */
  files: v.object({ media: Files, recordings: Files }),
  /** Recordings that were not in the storage when the backup was made. */
  missing: v.array(v.string()),
})
export type Manifest = v.InferOutput<typeof Manifest>
export type FileKind = 'media' | 'recordings'

export const MANIFEST = 'manifest.json'

export function readManifest(folder: string): Manifest {
  const result = v.safeParse(Manifest, jsonIn(read(join(folder, MANIFEST))))
  if (!result.success) throw new Error(`${folder} is no complete backup: its ${MANIFEST} is missing or another form`)
  return result.output
}

export function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.ndjson.gz`)
}

/** Undefined for a text that is cut off. */
function jsonIn(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Only a missing file says that the backup is incomplete. A file that this user may not read says nothing.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error
    return undefined
  }
}
