import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Draft, type DraftLesson, editDraft, getDraft } from '../../../../../contract/organisation/drafts.ts'
import { type Change, EDITS_AT_ONCE, type Edit, type EditResult } from '../../../../../contract/organisation/edits.ts'
import { call } from '../../../../api.ts'
import { sendDraft } from '../../../../editor/draft/use-draft.ts'
import { OrderedList } from '../../../../editor/fields/ordered-list.tsx'
import { useAct } from '../../../../queries/use-act.ts'
import { useQuery } from '../../../../queries/use-query.ts'
import { openPath } from '../../../../router/router.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Sheet } from '../../../../ui/sheet/sheet.tsx'
import { useUid } from '../../../../user/user.ts'
import { OrgLink } from '../../../frame/org-link.tsx'
import { Problem } from '../../../frame/problem.tsx'
import { useCourseDetails } from '../../course-details.ts'
import { orgCoursesQuery } from '../../courses-query.ts'
import { editorPath } from '../../places-in-course.ts'
import { copiedLesson } from './copied-lesson.ts'

type Props = { draft: Draft; lesson: DraftLesson; onChange(...changes: readonly Change[]): void }

/** What can be done with a lesson as a whole. */
export function LessonActs({ draft, lesson, onChange }: Props) {
  const t = useTranslations('editor.lessonActs')
  const [isCopying, setIsCopying] = useState(false)
  const { courseId, lessons, files } = draft
  const keys = lessons.map(({ key }) => key)

  function duplicate() {
    const { id, changes } = copiedLesson(lesson, files, draft, lesson.key)
    onChange(...changes)
    openPath(editorPath(courseId, id))
  }

  function remove() {
    const at = keys.indexOf(lesson.key)
    onChange({ op: 'remove', path: ['lessons', lesson.key] })
    openPath(editorPath(courseId, keys[at + 1] ?? keys[at - 1]), { replace: true })
  }

  return (
    <div className="row wrap">
      <button className="btn second small" type="button" onClick={duplicate}>
        <Icon name="copy" />
        {t('duplicate')}
      </button>
      <button className="btn quiet small" type="button" onClick={() => setIsCopying(true)}>
        {t('copy')}
      </button>
      {keys.length > 1 && (
        <button className="btn quiet small" type="button" onClick={remove}>
          <Icon name="bin" />
          {t('remove')}
        </button>
      )}
      {isCopying && <CopyTo {...{ draft, lesson }} onClose={() => setIsCopying(false)} />}
    </div>
  )
}

type Prepared = { since: number; edits: Edit[] }

/** Copies a lesson to the end of another course. */
function CopyTo({ draft, lesson, onClose }: { draft: Draft; lesson: DraftLesson; onClose(): void }) {
  const t = useTranslations('editor.lessonActs')
  const tCourses = useTranslations('orgCourses')
  const tNotTaken = useTranslations('editor.notTaken')
  const { data } = useQuery(orgCoursesQuery)
  const detailsOf = useCourseDetails()
  /** A second try after a lost reply sends the same edits, which the server applies once. */
  const prepared = useRef(new Map<string, Prepared & { id: string }>())
  const act = useAct()
  const uid = useUid()
  const [isUnsent, setIsUnsent] = useState(false)
  const [refused, setRefused] = useState<EditResult>()
  const others = (data?.courses ?? []).filter(({ id, hasFiles }) => id !== draft.courseId && hasFiles)

  async function copyTo(courseId: string) {
    setIsUnsent(false)
    setRefused(undefined)
    const done = await act.make(async () => {
      const ready = prepared.current.get(courseId) ?? (await prepare(courseId))
      if (!ready) return setIsUnsent(true)
      prepared.current.set(courseId, ready)
      return { id: ready.id, result: await send(courseId, ready) }
    })
    if (!done) return
    if (done.result?.outcome === 'done') return openPath(editorPath(courseId, done.id))
    // The author may make room there and press again.
    prepared.current.delete(courseId)
    setRefused(done.result)
  }

  /** Returns what became of the lesson, which is the last edit. A file that is refused is a mistake at its page. */
  async function send(courseId: string, { since, edits }: Prepared): Promise<EditResult | undefined> {
    const [next, others] = [edits.slice(0, EDITS_AT_ONCE), edits.slice(EDITS_AT_ONCE)]
    const { results } = (await call(editDraft, { params: { id: courseId }, body: { since, edits: next } })).data
    return others.length > 0 ? send(courseId, { since, edits: others }) : results.at(-1)
  }

  async function prepare(courseId: string) {
    // The other course takes only files that the server has, under the names that the server gave them.
    const { isSent, sent } = await sendDraft(uid, draft.courseId)
    const from = sent?.lessons.find(({ key }) => key === lesson.key)
    if (!isSent || !sent || !from) return undefined
    const { data: to } = await call(getDraft, { params: { id: courseId } })
    const { id, changes } = copiedLesson(from, sent.files, to, to.lessons.at(-1)?.key ?? null)
    const edits = changes.map(change => ({ id: crypto.randomUUID(), at: Date.now(), change }))
    return { id, since: to.revision, edits }
  }

  return (
    <Sheet title={t('copy')} isBusy={act.isBusy} onClose={onClose}>
      <p>{t('copyLead')}</p>
      <ul className="stack tight">
        {others.map(course => (
          <li key={course.id}>
            <button
              className="btn second with-details"
              type="button"
              aria-busy={act.isBusy}
              onClick={() => void copyTo(course.id)}
            >
              <bdi>{course.title}</bdi>
              <small>{detailsOf(course)}</small>
            </button>
          </li>
        ))}
      </ul>
      {data && others.length === 0 && <p className="meta">{t('noOther')}</p>}
      <Problem of={act} />
      {isUnsent && <Alert title={tCourses('unsent')} />}
      {refused && <Alert title={t('notCopied')}>{refused.reason && tNotTaken(refused.reason)}</Alert>}
    </Sheet>
  )
}

type OrderProps = { draft: Draft; onChange(change: Change): void }

/** A list to change the order of the lessons. Pages move with their lesson. */
export function LessonOrder({ draft, onChange }: OrderProps) {
  const t = useTranslations('editor')
  const { courseId, lessons } = draft
  if (lessons.length < 2) return null
  const titleOf = (key: string) =>
    String(lessons.find(lesson => lesson.key === key)?.fields.title || t('untitledLesson'))
  return (
    <fieldset className="stack lesson-order">
      <legend>{t('lessonActs.order')}</legend>
      <OrderedList
        keys={lessons.map(({ key }) => key)}
        label={t('lessonActs.order')}
        nameOf={titleOf}
        onMove={(key, after) => onChange({ op: 'move', path: ['lessons', key], after })}
      >
        {(key, handle) => (
          <div className="row card">
            <OrgLink to={editorPath(courseId, key)}>
              <bdi>{titleOf(key)}</bdi>
            </OrgLink>
            {handle}
          </div>
        )}
      </OrderedList>
    </fieldset>
  )
}
