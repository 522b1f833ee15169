import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import type { Language } from '../../contract/languages.ts'
import { demoFolders } from './demo.ts'
import { inFolderOrder, isText } from './files/course-file-list.ts'
import { type Originals, saveOriginal } from './files/originals.ts'
import { fileOfText } from './files/texts.ts'
import { diskFolder } from './reading/course-folder.ts'
import type { UnpackedCourse } from './zip/read-zip.ts'

export type SampleCourse = { id: string; title: string; language: Language }

/** The courses that come with the app, also where none of them was imported. */
export async function samples(): Promise<SampleCourse[]> {
  return Promise.all(
    demoFolders().map(async folder => {
      const { title, language } = parse(await readFile(join(folder, 'course.yaml'), 'utf8')) as Omit<SampleCourse, 'id'>
      return { id: basename(folder), title, language }
    }),
  )
}

/** The files of a demo course. Stores its media among the authors' files. Undefined if there is no such course. */
export async function sampleContent(id: string, originals: Originals): Promise<UnpackedCourse | undefined> {
  const path = demoFolders().find(folder => basename(folder) === id)
  if (!path) return undefined
  const folder = diskFolder(path)
  const below = async (sub: string) => (await folder.names(sub)).map(name => (sub === '.' ? name : `${sub}/${name}`))
  const names = [...(await below('lessons')), ...(await below('media')), ...(await below('.'))]
  const texts = new Map<string, string>()
  const files: UnpackedCourse['files'] = []
  for (const name of names) {
    const source = folder.pathOf(name)
    const { isFile, size } = await stat(source).then(found => ({ isFile: found.isFile(), size: found.size }))
    if (!isFile) continue
    if (isText(name)) {
      const text = await readFile(source, 'utf8')
      texts.set(name, text)
      files.push(fileOfText(name, text))
    } else {
      const digest = await folder.digestOf(name)
      await saveOriginal(originals, source, digest)
      files.push({ name, digest, bytes: size })
    }
  }
  return { files: inFolderOrder(files), texts }
}
