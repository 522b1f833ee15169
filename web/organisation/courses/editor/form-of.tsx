import { useMemo } from 'react'
import type { Finding } from '../../../../contract/organisation/checking/findings.ts'
import { getChoiceCounts } from '../../../../contract/organisation/courses.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../contract/organisation/edits.ts'
import { pageTypeOf } from '../../../../contract/pages/index.ts'
import { call } from '../../../api.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import { draftValueAt, type Group, isGroup } from '../../../editor/draft/draft-tree.ts'
import { type ChoiceCounts, type FieldChange, FormContext, type FormWork } from '../../../editor/fields/form-context.ts'
import { MoreOnPage } from '../../../editor/fields/more-on-page.tsx'
import { languageOrEnglish } from '../../../editor/language-or-english.ts'
import { pageFormOf } from '../../../lessons/pages/forms/index.ts'
import { useQuery } from '../../../queries/use-query.ts'

type Props = {
  draft: Draft
  /** Path of the course, a lesson or a page. */
  path: readonly string[]
  findings: readonly Finding[]
  media: DraftMedia
  onChange(...changes: readonly Change[]): void
  children: React.ReactNode
}

/** Gives the fields of a form their data and functions. */
export function FormOf({ draft, path, findings, media, onChange, children }: Props) {
  const chosen = useChosen(draft, path)
  const work = useMemo((): FormWork => {
    const at = draftValueAt(draft, path as string[])
    const inner = isGroup(at) && isGroup(at.fields) ? at.fields : at
    return {
      at: path,
      fields: (inner ?? {}) as Group,
      language: languageOrEnglish(draft.course.language),
      read: field => draftValueAt(draft, [...path, ...field]),
      change: (...changes) => onChange(...changes.map(change => whole(draft, path, change))),
      problemAt: field => {
        const wanted = [...path, ...field].join('\n')
        return findings.find(one => one.isMistake && one.path?.join('\n') === wanted)?.message
      },
      media,
      chosen,
      files: draft.files.flatMap(({ name }) => (name.startsWith('media/') ? [name.slice('media/'.length)] : [])),
    }
  }, [draft, path, findings, media, chosen, onChange])
  return <FormContext value={work}>{children}</FormContext>
}

/** The choices of learners on this page, if it has answers and was published. */
function useChosen(draft: Draft, path: readonly string[]): ChoiceCounts | undefined {
  const { courseId, baseVersion } = draft
  const [, lesson = '', , page = ''] = path
  const hasAnswers =
    isGroup(draftValueAt(draft, [...path, 'options'])) &&
    Array.isArray(draftValueAt(draft, [...path, 'options', 'answers']))
  const { data } = useQuery({
    enabled: baseVersion !== null && page !== '' && hasAnswers,
    queryKey: ['organisation', 'chosen', courseId, lesson, page],
    queryFn: async () => (await call(getChoiceCounts, { params: { id: courseId }, query: { lesson, page } })).data,
  })
  return data
}

function whole(draft: Draft, path: readonly string[], change: FieldChange): Change {
  const at = [...path, ...change.path]
  switch (change.op) {
    case 'set':
      return { op: 'set', path: at, from: draftValueAt(draft, at), to: change.to }
    case 'insert':
      return { op: 'insert', path: at, value: change.value, after: change.after }
    case 'remove':
      return { op: 'remove', path: at }
    case 'move':
      return { op: 'move', path: at, after: change.after }
  }
}

/** The fields of a page: those of its type, then those of all pages. */
export function PageFields({ fields }: { fields: Group }) {
  const form = pageFormOf(fields.type)
  if (!form) return null
  return (
    <>
      <form.Form />
      <MoreOnPage
        hasHint={form.hasHint}
        hasOwnFilm={form.hasOwnFilm ?? false}
        mayOpenLesson={pageTypeOf(form.type).mayOpenLesson}
      />
    </>
  )
}
