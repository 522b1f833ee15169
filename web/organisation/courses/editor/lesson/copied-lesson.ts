import type { Draft, DraftLesson, DraftPage } from '../../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../../contract/organisation/edits.ts'
import { newId } from '../../../../editor/fields/new-id.ts'
import { filesIn, withFilesRenamed } from '../../../../editor/files-in.ts'

type Target = Pick<Draft, 'courseId' | 'lessons' | 'files'>

/**
 * Copies a lesson to another place or another course. The copy names its files by their digests, so the server stores
 * no file twice. If the target has another file of the same name, the copied file gets a longer name. Captions are
 * always named, because somebody else may replace and remove them before the copy arrives.
 */
export function copiedLesson(
  { fields, pages }: DraftLesson,
  files: Draft['files'],
  to: Target,
  after: string | null,
): { id: string; changes: Change[] } {
  const taken = to.lessons.map(({ key }) => key)
  // Lesson ids are unique over all courses, so they begin with the id of the course.
  const id = newId('', taken, `${to.courseId.slice(0, 40)}-l`)
  const used = new Set(pages.flatMap(page => filesIn(page.fields)))
  const changes: Change[] = []
  const names = new Map<string, string>()
  for (const { name, digest } of files) {
    const plain = name.replace(/^media\//, '')
    if (!name.startsWith('media/') || !used.has(plain)) continue
    const sameName = to.files.find(file => file.name === name)
    const isSame = sameName?.digest === digest
    if (isSame && !isCaptions(name)) continue
    const own = sameName && !isSame ? plain.replace(/(\.[^.]*)?$/, `-${digest.slice(0, 8)}$1`) : plain
    if (own !== plain) names.set(plain, own)
    changes.push({ op: 'file', name: `media/${own}`, to: digest })
  }
  const value = { ...fields, id, pages: pages.map(page => withFilesRenamed(page.fields, names)) }
  return { id, changes: [...changes, { op: 'insert', path: ['lessons'], value, after }] }
}

/** Copies a page. The copy comes after the page. */
export function copiedPage(
  { key, fields }: DraftPage,
  { lesson, files }: { lesson: DraftLesson; files: Draft['files'] },
): { id: string; changes: Change[] } {
  const id = newId(
    '',
    lesson.pages.map(page => page.key),
  )
  const used = new Set(filesIn(fields).map(name => `media/${name}`))
  const captions = files.filter(({ name }) => isCaptions(name) && used.has(name))
  const named = captions.map(({ name, digest }): Change => ({ op: 'file', name, to: digest }))
  const path = ['lessons', lesson.key, 'pages']
  return { id, changes: [...named, { op: 'insert', path, value: { ...fields, id }, after: key }] }
}

function isCaptions(name: string): boolean {
  return name.endsWith('.vtt')
}
