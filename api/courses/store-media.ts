import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFile } from './media-file.ts'

/** Puts files into the media folder. Each is there whole or not at all, even after a power cut. */
export async function storeMedia(files: readonly MediaFile[], mediaDir: string): Promise<void> {
  await mkdir(mediaDir, { recursive: true, mode: 0o700 })
  await removeLeftovers(mediaDir)
  for (const file of files) await storeOne(file, mediaDir)
  await flush(mediaDir)
}

async function storeOne({ source, storedName, content }: MediaFile, mediaDir: string): Promise<void> {
  if (await stat(join(mediaDir, storedName)).catch(() => undefined)) return
  await storeWhole(mediaDir, storedName, async half => {
    if (content === undefined) await copyFile(source, half, constants.COPYFILE_EXCL)
    else await writeFile(half, content, { flag: 'wx' })
  })
}

/** Stores what `make` writes, under its name once it is whole. The folder is the caller's to flush. */
export async function storeWhole(
  mediaDir: string,
  name: string,
  make: (half: string) => Promise<unknown>,
): Promise<void> {
  await withHalves(mediaDir, async half => {
    await make(half)
    await flush(half)
    await rename(half, join(mediaDir, name))
  })
}

/** Room for two files in the media folder, as long as `use` takes. A leading dot is in no media name: nobody is served them. */
export async function withHalves(mediaDir: string, use: (half: string, other: string) => Promise<void>): Promise<void> {
  const [half, other] = [randomUUID(), randomUUID()].map(id => join(mediaDir, `.${id}`)) as [string, string]
  try {
    await use(half, other)
  } finally {
    await Promise.all([half, other].map(file => rm(file, { force: true })))
  }
}

export async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

const HALF = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY_MS = 24 * 60 * 60 * 1000

/** An import that was killed could not clean up. A younger file may be another import's, at work right now. */
async function removeLeftovers(mediaDir: string): Promise<void> {
  for (const name of await readdir(mediaDir)) {
    if (!HALF.test(name)) continue
    const left = join(mediaDir, name)
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - DAY_MS) await rm(left, { force: true })
  }
}
