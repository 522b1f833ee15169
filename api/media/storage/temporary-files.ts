import { randomUUID } from 'node:crypto'
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes a file completely or not at all, even after a power cut. The caller flushes the folder. */
export async function writeAtomically(target: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
  // The temporary file is beside its target, so that renaming stays on one volume.
  await withTemporaryFiles(dirname(target), async temporary => {
    await write(temporary)
    await flushFile(temporary)
    await rename(temporary, target)
  })
}

/**
 * Gives `use` two temporary files in a folder, and removes them afterwards. No key and no media name begins with a dot,
 * so they are never served.
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

/** Copies a file and replaces an existing target. Returns when the copy would survive a power cut. */
export async function copyAndFlush(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  await flushFile(target)
}

export async function flushFile(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Each upload of an author has its own folder in `incoming`. Removes the folders that killed processes have left. */
export async function removeLeftUploads(dataDir: string, time: number): Promise<void> {
  const incoming = join(dataDir, 'incoming')
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) if (/^(?:import|file)-/.test(name)) await removeIfOlder(join(incoming, name), time)
}

/** Removes what a killed process has left. Another process may still use a younger file or folder. */
export async function removeIfOlder(file: string, time: number): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found && found.mtimeMs < time) await rm(file, { recursive: true, force: true })
}
