import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Why a file cannot be taken, said to whoever writes the course. */
export class Unreadable extends Error {}

/** Reads a file of a course. Only plain files: a link could lead to anywhere on the machine, a pipe would never end. */
export async function readText(file: string, maxBytes: number): Promise<string> {
  const bytes = await withPlainFile(file, async (handle, size) => {
    if (size > maxBytes) throw new Unreadable(`is larger than ${maxBytes / 1000} kB`)
    return handle.readFile()
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('is not UTF-8 text')
  }
}

export async function withPlainFile<T>(
  file: string,
  use: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  if (!(await lstat(file).catch(missing)).isFile()) throw new Unreadable('is not a plain file')
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await handle.stat()
  // Awaited here: the file closes when this function ends.
  return await use(handle, size)
}

/** The names in a folder, sorted; hidden ones, as systems leave them everywhere, aside. None for a folder that is not there. */
export async function namesIn(parent: string, folder: string): Promise<string[]> {
  const path = join(parent, folder)
  const kind = await lstat(path).catch(() => undefined)
  if (!kind) return []
  if (!kind.isDirectory()) throw new Unreadable('is not a plain folder')
  const names = await readdir(path)
  return names.filter(name => !name.startsWith('.')).sort()
}

function missing(): never {
  throw new Unreadable('is missing')
}
