import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Finding } from '../../../../contract/organisation/checking/findings.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../contract/organisation/edits.ts'
import type { Sister } from '../../../../contract/organisation/sister/sister.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import { draftValueAt } from '../../../editor/draft/draft-tree.ts'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import { OrgLink } from '../../frame/org-link.tsx'
import { CostLine } from '../costs/cost-line.tsx'
import { ReadabilityLine } from '../costs/readability-line.tsx'
import { DeleteCourse } from '../delete-course.tsx'
import { editorPath, placeIn } from '../places-in-course.ts'
import { SisterCard } from '../sister/sister-card.tsx'
import { SisterNote } from '../sister/sister-note.tsx'
import { CourseFields, LessonFields } from './course-fields.tsx'
import { DiscardDraft } from './discard-draft.tsx'
import { Checks } from './findings/checks.tsx'
import { findingsIn } from './findings/use-findings.ts'
import { FormOf, PageFields } from './form-of.tsx'
import { KindBar } from './kind-bar.tsx'
import { LessonActs, LessonOrder } from './lesson/lesson-acts.tsx'
import { isShownByForms } from './raw/is-shown-by-forms.ts'
import { RawText, Unreadable } from './raw/unreadable.tsx'
import { UnusedFiles } from './unused-files.tsx'

type PaneProps = {
  opened: OpenedDraft
  draft: Draft
  findings: readonly Finding[]
  lessonId: string | undefined
  pageId: string | undefined
  /** Differs for each page, lesson or course. It stays the same if the open page is moved. */
  formKey: string
  media: DraftMedia
  sister: Sister | undefined
  onSister(): void
  onChange(...changes: readonly Change[]): void
}

/** The form of the page, lesson or course that the URL names. */
export function Pane(props: PaneProps) {
  const { opened, draft, findings, lessonId, pageId, formKey, media, sister, onSister, onChange } = props
  const t = useTranslations('editor')
  const { lesson, page } = placeIn(draft, lessonId, pageId)
  const path = useMemo(() => formPathOf(lessonId, pageId), [lessonId, pageId])
  const pages = useMemo(() => (page ? [page] : []), [page])
  // Findings without a place, such as a missing file, are shown with the course.
  const ofNothing = lessonId === undefined ? findings.filter(finding => !finding.path) : []
  const own = [...findingsIn(findings, path), ...ofNothing]
  const broken = lessonId === undefined ? draft.unreadable : lesson?.unreadable
  if (broken) return <Unreadable key={lesson?.key} name={lesson?.file ?? 'course.yaml'} {...{ opened, ...broken }} />
  if (lessonId !== undefined && !lesson)
    return <Gone text={t('goneLesson')} to={editorPath(draft.courseId)} way={t('aboutCourse')} />
  if (lesson && pageId !== undefined && !page)
    return <Gone text={t('gonePage')} to={editorPath(draft.courseId, lesson.key)} way={t('aboutLesson')} />
  return (
    <FormOf {...{ draft, path, findings, media, onChange }} key={formKey}>
      {lesson && page && (
        <>
          <SisterNote courseId={draft.courseId} {...{ sister }} lessonId={lesson.key} pageId={page.key} />
          <KindBar {...{ opened, draft, lesson, page }} onChange={onChange} />
          {isShownByForms(page.fields) ? (
            <PageFields fields={page.fields} />
          ) : (
            <RawText {...{ opened }} name={lesson.file} revision={draft.revision} />
          )}
          <CostLine {...{ draft, media, pages }} lessonKey={lesson.key} isLesson={false} />
          <ReadabilityLine {...{ draft, pages }} />
        </>
      )}
      {lesson && !page && (
        <>
          <h2 tabIndex={-1} data-heading="">
            {t('aboutLesson')}
          </h2>
          <LessonFields />
          <LessonActs {...{ draft, lesson, onChange }} />
          <CostLine {...{ draft, media }} pages={lesson.pages} lessonKey={lesson.key} isLesson />
          <ReadabilityLine draft={draft} pages={lesson.pages} />
        </>
      )}
      {!lesson && (
        <>
          <h2 tabIndex={-1} data-heading="">
            {t('aboutCourse')}
          </h2>
          <CourseFields draft={draft} />
          <LessonOrder {...{ draft, onChange }} />
          <SisterCard {...{ draft, sister }} onChosen={onSister} />
          {draft.version !== null && !draft.isUnchanged && <DiscardDraft opened={opened} />}
          {draft.state === 'draft' && draft.version === null && (
            <DeleteCourse courseId={draft.courseId} title={String(draft.course.title ?? '')} />
          )}
          <UnusedFiles {...{ draft, media, onChange }} />
        </>
      )}
      <Checks
        findings={own}
        courseId={draft.courseId}
        lesson={page ? undefined : lesson}
        onMend={finding => onChange(...mending(draft, finding))}
      />
    </FormOf>
  )
}

/** Shown if another author removed the lesson or page, or if the server did not take it. */
function Gone({ text, to, way }: { text: string; to: string; way: string }) {
  return (
    <section className="card stack">
      <p>{text}</p>
      <div>
        <OrgLink className="btn second small" to={to}>
          {way}
        </OrgLink>
      </div>
    </section>
  )
}

/** Moves a value from a misspelt field to the suggested one. */
function mending(draft: Draft, { path = [], suggestion = '' }: Finding): Change[] {
  const value = draftValueAt(draft, path)
  return [
    { op: 'set', path: [...path.slice(0, -1), suggestion], to: value },
    { op: 'set', path, from: value },
  ]
}

export function formPathOf(lesson: string | undefined, page: string | undefined): readonly string[] {
  if (lesson === undefined) return ['course']
  return page === undefined ? ['lessons', lesson] : ['lessons', lesson, 'pages', page]
}
