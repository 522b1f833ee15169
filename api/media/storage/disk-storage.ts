import { constants, mkdirSync, realpathSync } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { checkedKey, type Storage } from './storage.ts'
import { flushFile, removeIfOlder, writeAtomically } from './temporary-files.ts'

/** Stores files in a folder. Symbolic links are not followed, and names that begin with a dot are temporary files. */
export function diskStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const root = realpathSync(folder)
  const pathOf = (key: string) => join(root, checkedKey(key))

  return {
    async put(key, content) {
      const target = pathOf(key)
      await makeFolder(dirname(target), root)
      await writeAtomically(target, temporary => writeFile(temporary, content, { flag: 'wx', mode: 0o600 }))
      await flushFile(dirname(target))
    },

    async read(key, range) {
      const handle = await openPlain(pathOf(key))
      return handle?.createReadStream({ ...range, highWaterMark: 64 * 1024 })
    },

    async stat(key) {
      await using handle = await openPlain(pathOf(key))
      if (!handle) return undefined
      const { size, mtimeMs } = await handle.stat()
      const changedAt = Math.floor(mtimeMs)
      return { bytes: size, version: `${size.toString(36)}-${changedAt.toString(36)}`, changedAt }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *keys() {
      for await (const path of filesIn(root)) {
        const key = relative(root, path)
        if (!/(^|\/)\./.test(key)) yield key
      }
    },

    async removeTemporaryFiles(time) {
      for await (const path of filesIn(root)) {
        if (/(^|\/)\.[^/]*$/.test(path)) await removeIfOlder(path, time)
      }
    },
  }
}

/** Undefined for anything but a plain file at this path. */
async function openPlain(path: string): Promise<FileHandle | undefined> {
  try {
    if ((await realpath(path)) !== path) return undefined
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    return undefined
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

async function makeFolder(folder: string, root: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // After a power cut a new folder exists only if its parent was flushed.
  for (let made = folder; made !== root && made.length >= first.length; made = dirname(made))
    await flushFile(dirname(made))
}

async function* filesIn(folder: string): AsyncIterable<string> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}
