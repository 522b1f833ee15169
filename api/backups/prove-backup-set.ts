import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from '../../contract/time.ts'
import { openDatabase } from '../database/open.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'
import { isRecent } from '../http/limits.ts'
import { diskStorage } from '../media/storage/disk-storage.ts'
import { loadBackupSet } from './load-backup-set.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { missingRecordings } from './missing-recordings.ts'

/**
 * Loads a backup into a temporary database, migrates it to this version and counts rows and files. Throws an error that
 * says what is missing. Never touches the database of the server.
 */
export async function proveBackupSet(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  const place = await mkdtemp(join(tmpdir(), 'step-by-step-proof-'))
  try {
    const db = await openDatabase({ databaseUrl: '', dataDir: place })
    try {
      await loadBackupSet(db, folder, manifest)
    } finally {
      await db.destroy()
    }
    const [problem] = await lostFiles(folder, manifest)
    if (problem) throw new Error(problem)
    await proveRecordings(folder, manifest)
    return manifest
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** A sentence for each kind of file that is incomplete, for example because only a part of the backup was copied. */
export async function lostFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const problems: string[] = []
  for (const kind of ['media', 'recordings'] as const) {
    const { count, bytes, inBucket } = files[kind]
    if (inBucket) continue
    const sum = { count: 0, bytes: 0 }
    const store = diskStorage(join(folder, kind))
    for await (const key of store.keys()) {
      sum.count += 1
      sum.bytes += (await store.stat(key))?.bytes ?? 0
    }
    if (sum.count !== count || sum.bytes !== bytes)
      problems.push(`${sum.count} of ${count} files of ${kind} are in the backup, with ${sum.bytes} of ${bytes} bytes`)
  }
  return problems
}

/** Checks that each recording of a row has its file, except those that were missing when the backup was made. */
async function proveRecordings(folder: string, { files, missing }: Manifest): Promise<void> {
  if (files.recordings.inBucket) return
  const lost = (await missingRecordings(folder)).filter(key => !missing.includes(key))
  if (lost.length > 0) throw new Error(`${lost.length} recordings are not in the backup`)
}

const LAST_PROOF = 'last-proof'

/** `at`: when a backup was opened for trial. `madeAt`: when it was made. `problem`: why it could not be opened. */
export type Proof = { at: number; madeAt: number } | { at: number; problem: string }

export async function noteProof(db: Db, proof: Proof): Promise<void> {
  await storeValue(db, LAST_PROOF, { ...(await lastProof(db)), problem: undefined, ...proof })
}

/** A backup is opened for trial each night. Two days allow one failed night. */
const PROVEN_WITHIN_MS = 2 * DAY

/** Whether a backup of the last two days could be opened, and when the last good one was made. */
export async function proofState(db: Db, now: number): Promise<{ isGood: boolean; madeAt: number | undefined }> {
  const { madeAt, problem } = await lastProof(db)
  const isGood = problem === undefined && madeAt !== undefined && isRecent(madeAt, PROVEN_WITHIN_MS, now)
  return { isGood, madeAt }
}

/** `madeAt`: when the last good backup was made. `problem`: what the last trial found; undefined if it went well. */
export async function lastProof(db: Db): Promise<{ madeAt?: number; problem?: string }> {
  return (await storedValue(db, LAST_PROOF)) ?? {}
}
