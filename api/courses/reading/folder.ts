import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Why a file cannot be read, as a message for the author. */
export class UnreadableFileError extends Error {}

/** Reads plain files only: a link could lead anywhere on the machine, a pipe would never end. */
export async function readText(file: string, maxBytes: number): Promise<string> {
  const bytes = await withPlainFile(file, async (handle, size) => {
    if (size > maxBytes) throw new UnreadableFileError(`is larger than ${maxBytes / 1000} kB`)
    return handle.readFile()
  })
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnreadableFileError('is not UTF-8 text')
  }
}

export async function withPlainFile<T>(
  file: string,
  use: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  if (!(await lstat(file).catch(missing)).isFile()) throw new UnreadableFileError('is not a plain file')
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await handle.stat()
  // The await is needed: the file closes when this function returns.
  return await use(handle, size)
}

/** The names in a folder, sorted, without hidden files. Empty if there is no such folder. */
export async function namesIn(parent: string, folder: string): Promise<string[]> {
  const path = join(parent, folder)
  const kind = await lstat(path).catch(() => undefined)
  if (!kind) return []
  if (!kind.isDirectory()) throw new UnreadableFileError('is not a plain folder')
  const names = await readdir(path)
  return names.filter(name => !name.startsWith('.')).sort()
}

function missing(): never {
  throw new UnreadableFileError('is missing')
}
