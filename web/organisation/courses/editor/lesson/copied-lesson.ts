import type { Draft, DraftLesson } from '../../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../../contract/organisation/edits.ts'
import { newId } from '../../../../editor/fields/new-id.ts'
import { filesIn, withFilesRenamed } from '../../../../editor/files-in.ts'

type Target = Pick<Draft, 'courseId' | 'lessons' | 'files'>

/**
 * A lesson once more, at another place or in another course. Its files are named there by their digests, so the server
 * stores none of them a second time. A name that means another file there gets an end of its own.
 */
export function copiedLesson(
  { fields, pages }: DraftLesson,
  files: Draft['files'],
  to: Target,
  after: string | null,
): { id: string; changes: Change[] } {
  const taken = to.lessons.map(({ key }) => key)
  // Unique over all courses, so it begins with the course's.
  const id = newId('', taken, `${to.courseId.slice(0, 40)}-l`)
  const used = new Set(pages.flatMap(page => filesIn(page.fields)))
  const changes: Change[] = []
  const names = new Map<string, string>()
  for (const { name, digest } of files) {
    const plain = name.replace(/^media\//, '')
    if (!name.startsWith('media/') || !used.has(plain)) continue
    const there = to.files.find(file => file.name === name)
    if (there?.digest === digest) continue
    const own = there ? plain.replace(/(\.[^.]*)?$/, `-${digest.slice(0, 8)}$1`) : plain
    if (own !== plain) names.set(plain, own)
    changes.push({ op: 'file', name: `media/${own}`, to: digest })
  }
  const value = { ...fields, id, pages: pages.map(page => withFilesRenamed(page.fields, names)) }
  return { id, changes: [...changes, { op: 'insert', path: ['lessons'], value, after }] }
}
