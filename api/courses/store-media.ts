import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '../../contract/time.ts'
import { flushFile, removeIfOlder, writeAtomically } from '../media/storage/temporary-files.ts'
import { linkOrCopy, pathOfOriginal } from './files/originals.ts'
import type { MediaFile } from './reading/media-file.ts'

/** Puts files into the media folder from their originals. Each is complete or missing, even after a power cut. */
export async function storeMedia(files: readonly MediaFile[], mediaDir: string): Promise<void> {
  await mkdir(mediaDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(mediaDir)
  for (const file of files) await storeOne(file, mediaDir)
  await flushFile(mediaDir)
}

/** Learners load a hard link to the original, where the disk allows it. */
async function storeOne({ digest, storedName, content }: MediaFile, mediaDir: string): Promise<void> {
  const target = join(mediaDir, storedName)
  if (content === undefined) return linkOrCopy(pathOfOriginal(mediaDir, digest), target)
  if (await stat(target).catch(() => undefined)) return
  await writeAtomically(target, temporary => writeFile(temporary, content, { flag: 'wx' }))
}

const TEMPORARY_NAME = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Removes only old temporary files of this program: an operator can have other files in this folder. */
async function removeLeftovers(mediaDir: string): Promise<void> {
  for (const name of await readdir(mediaDir))
    if (TEMPORARY_NAME.test(name)) await removeIfOlder(join(mediaDir, name), Date.now() - DAY)
}
