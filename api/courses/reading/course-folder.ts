import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CourseFile } from '../files/course-file-list.ts'
import { pathOfOriginal } from '../files/originals.ts'
import { namesIn, readText, UnreadableFileError, withPlainFile } from './folder.ts'

/** The files of a course, wherever they are. `name` is a path in its folder. */
export type CourseFolder = {
  /** The names in a sub-folder, sorted, without hidden files. */
  names(folder: string): Promise<string[]>
  has(name: string): Promise<boolean>
  /** Throws `UnreadableFileError`. */
  text(name: string, maxBytes: number): Promise<string>
  /** The SHA-256 of a file. */
  digestOf(name: string): Promise<string>
  /** Where the bytes of a sound, film or picture are. */
  pathOf(name: string): string
}

export function diskFolder(folder: string): CourseFolder {
  const pathOf = (name: string) => join(folder, name)
  return {
    names: sub => namesIn(folder, sub),
    has: async name => (await lstat(pathOf(name)).catch(() => undefined)) !== undefined,
    text: (name, maxBytes) => readText(pathOf(name), maxBytes),
    digestOf: name => digestOf(pathOf(name)),
    pathOf,
  }
}

/** The files of a draft or of a version. */
export function storedFolder(
  files: readonly CourseFile[],
  texts: ReadonlyMap<string, string>,
  mediaDir: string,
): CourseFolder {
  const known = new Map(files.map(file => [file.name, file]))
  const fileOf = (name: string) => {
    const file = known.get(name)
    if (!file) throw new UnreadableFileError('is missing')
    return file
  }
  return {
    names: async sub =>
      files
        .filter(({ name }) => name.startsWith(`${sub}/`))
        .map(({ name }) => name.slice(sub.length + 1))
        .toSorted(),
    has: async name => known.has(name),
    async text(name, maxBytes) {
      const text = texts.get(name)
      if (text === undefined) return readText(pathOfOriginal(mediaDir, fileOf(name).digest), maxBytes)
      if (Buffer.byteLength(text) > maxBytes) throw new UnreadableFileError(`is larger than ${maxBytes / 1000} kB`)
      return text
    },
    digestOf: async name => fileOf(name).digest,
    pathOf: name => pathOfOriginal(mediaDir, fileOf(name).digest),
  }
}

async function digestOf(file: string): Promise<string> {
  return withPlainFile(file, async handle => {
    const hash = createHash('sha256')
    for await (const chunk of handle.createReadStream()) hash.update(chunk)
    return hash.digest('hex')
  })
}
