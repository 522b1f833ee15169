import { randomUUID } from 'node:crypto'
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes a file completely or not at all, even after a power cut. The caller flushes the folder. */
export async function writeAtomically(target: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
  // Beside its target, so that renaming stays on one volume.
  await withTemporaryFiles(dirname(target), async temporary => {
    await write(temporary)
    await flushFile(temporary)
    await rename(temporary, target)
  })
}

/**
 * Two temporary files in a folder, while `use` runs. No key and no media name begins with a dot, so they are never
 * served.
 */
export async function withTemporaryFiles(
  folder: string,
  use: (temporary: string, other: string) => Promise<void>,
): Promise<void> {
  const [temporary, other] = [randomUUID(), randomUUID()].map(id => join(folder, `.${id}`)) as [string, string]
  try {
    await use(temporary, other)
  } finally {
    await Promise.all([temporary, other].map(file => rm(file, { force: true })))
  }
}

/** Copies a file, over one that is there. Returns when the copy would survive a power cut. */
export async function copyAndFlush(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  await flushFile(target)
}

export async function flushFile(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Each upload of an author has a folder of its own in `incoming`. Removes those that killed processes have left. */
export async function removeLeftUploads(dataDir: string, time: number): Promise<void> {
  const incoming = join(dataDir, 'incoming')
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) if (/^(?:import|file)-/.test(name)) await removeIfOlder(join(incoming, name), time)
}

/** Cleans up after a killed process. A younger file or folder may be in use by another one. */
export async function removeIfOlder(file: string, time: number): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found && found.mtimeMs < time) await rm(file, { recursive: true, force: true })
}
