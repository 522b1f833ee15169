import { createCourse } from '../../../contract/organisation/courses.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Language } from '../../lessons/lesson-walk.ts'
import type { Person } from '../../people.ts'

type Title = { title?: string; language?: Language }

/** Makes a draft whose only lesson begins with this page. `lesson` is the key of the lesson in the editor. */
export async function courseWithPage(
  author: Person,
  value: { id: string; type: string },
  { title = 'Tea', language = 'en' }: Title = {},
) {
  const { id } = (await author.call(createCourse, { body: { title, language } })).data
  const params = { id }
  const [first] = (await author.call(getDraft, { params })).data.lessons
  const lesson = first?.key ?? ''
  const change = { op: 'insert' as const, path: ['lessons', lesson, 'pages'], value, after: null }
  await author.call(editDraft, { params, body: { since: 0, edits: [{ id: 'first-page', at: 1, change }] } })
  return { id, params, lesson, lessonId: String(first?.fields.id) }
}
