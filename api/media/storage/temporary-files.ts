import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Puts in place what `write` writes, whole or not at all, even after a power cut. The folder is the caller's to flush. */
export async function writeAtomically(target: string, write: (half: string) => Promise<unknown>): Promise<void> {
  // Beside its target, so that the renaming stays within one volume whatever is mounted where.
  await withTemporaryFiles(dirname(target), async half => {
    await write(half)
    await flush(half)
    await rename(half, target)
  })
}

/** Room for two files in a folder, as long as `use` takes. A leading dot is in no key and no media name: nobody is served them. */
export async function withTemporaryFiles(
  folder: string,
  use: (half: string, other: string) => Promise<void>,
): Promise<void> {
  const [half, other] = [randomUUID(), randomUUID()].map(id => join(folder, `.${id}`)) as [string, string]
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

/** For what a process that was killed could not clean up. A younger file may be another's, at work right now. */
export async function removeIfOlder(file: string, time: number): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found && found.mtimeMs < time) await rm(file, { force: true })
}
