import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '../../contract/time.ts'
import { flush, removeIfOlder, writeAtomically } from '../media/storage/temporary-files.ts'
import type { MediaFile } from './reading/media-file.ts'

/** Copies files into the media folder. Each is complete or missing, even after a power cut. */
export async function storeMedia(files: readonly MediaFile[], mediaDir: string): Promise<void> {
  await mkdir(mediaDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(mediaDir)
  for (const file of files) await storeOne(file, mediaDir)
  await flush(mediaDir)
}

async function storeOne({ source, storedName, content }: MediaFile, mediaDir: string): Promise<void> {
  if (await stat(join(mediaDir, storedName)).catch(() => undefined)) return
  await writeAtomically(join(mediaDir, storedName), async half => {
    if (content === undefined) await copyFile(source, half, constants.COPYFILE_EXCL)
    else await writeFile(half, content, { flag: 'wx' })
  })
}

const HALF = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Removes only files with names of ours: an operator can have other files in this folder. */
async function removeLeftovers(mediaDir: string): Promise<void> {
  for (const name of await readdir(mediaDir))
    if (HALF.test(name)) await removeIfOlder(join(mediaDir, name), Date.now() - DAY)
}
