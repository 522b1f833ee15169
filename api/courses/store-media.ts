import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFile } from './media-file.ts'

/** Puts files into the media folder. Each is there whole or not at all, even after a power cut. */
export async function storeMedia(files: readonly MediaFile[], mediaDir: string): Promise<void> {
  await mkdir(mediaDir, { recursive: true, mode: 0o700 })
  for (const file of files) await storeOne(file, mediaDir)
  await flush(mediaDir)
}

async function storeOne({ source, storedName, content }: MediaFile, mediaDir: string): Promise<void> {
  const target = join(mediaDir, storedName)
  if (await stat(target).catch(() => undefined)) return
  // A leading dot is in no media name, so nobody is served half a file.
  const half = join(mediaDir, `.${randomUUID()}`)
  try {
    if (content === undefined) await copyFile(source, half, constants.COPYFILE_EXCL)
    else await writeFile(half, content, { flag: 'wx' })
    await flush(half)
    await rename(half, target)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
