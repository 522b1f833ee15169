import { Component, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Page, PageLog } from '../../../../contract/lessons.ts'
import type { Draft, DraftLesson, DraftPage } from '../../../../contract/organisation/drafts.ts'
import { advance } from '../../../../contract/progress.ts'
import { pauseTracking } from '../../../analytics/track.ts'
import type { ShownMedia } from '../../../editor/draft/draft-media.ts'
import { languageOrEnglish } from '../../../editor/language-or-english.ts'
import { LessonBar } from '../../../lessons/lesson-bar.tsx'
import { LessonLoading } from '../../../lessons/lesson-loading.tsx'
import { LessonPage } from '../../../lessons/lesson-page.tsx'
import { usePageScreen } from '../../../lessons/pages/index.ts'
import { pauseDrafts } from '../../../outbox/drafts/drafts.ts'
import type { KnownLessonData } from '../../../user/load-user.ts'
import { previewPage } from './preview-page.ts'
import { useShownMedia } from './use-shown-media.ts'
import '../../../lessons/lessons.css'

type Props = {
  draft: Draft
  lesson: DraftLesson
  page: DraftPage
  media: ShownMedia
  /** Turns to another page, as learners do. */
  onTurn(pageKey: string): void
  /** Called after the last page. If undefined, the lesson begins again. */
  onFinish?(): void
}

/** A page of the draft in the components of learners. Nothing is logged, stored or sent. */
export function Preview({ draft, lesson, page, media, onTurn, onFinish }: Props) {
  const { courseId, files } = draft
  const number = lesson.pages.indexOf(page) + 1
  const sources = useSyncExternalStore(media.watch, media.sources)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes later is shown later.
  const shown = useMemo(
    () => previewPage(page.fields, { courseId, files }, media.sourceOf),
    [page.fields, courseId, files, media, sources],
  )
  const marker = useShownMedia(draft, media)
  // The other pages only need to be counted.
  const pages = lesson.pages.map(one => (one === page ? shown : { id: one.key, type: '' }))
  const [data, setData] = useState<KnownLessonData>()
  const place = { index: draft.lessons.indexOf(lesson), count: draft.lessons.length }
  useQuiet()
  const language = languageOrEnglish(draft.course.language)
  const about = { id: `preview ${draft.courseId}`, courseId: draft.courseId, title: String(lesson.fields.title ?? '') }

  function log({ pageId, pageNumber, answer }: PageLog) {
    setData(before => advance(before, { pageId, pageNumber, totalPages: pages.length, answer: answer ?? undefined }))
  }

  function turnTo(pageNumber: number) {
    const next = lesson.pages[pageNumber - 1]
    if (next) onTurn(next.key)
  }

  return (
    <Unbreakable key={page.key} of={page.fields}>
      <span hidden ref={marker} />
      <Suspense fallback={<LessonLoading />}>
        <Looks page={shown}>
          {/* The links of the bar would lead out of the lesson. */}
          <div onClickCapture={event => [event.preventDefault(), event.stopPropagation()]}>
            <LessonBar courseId={draft.courseId} pageNumber={number} total={pages.length} />
          </div>
          <LessonPage
            // With another type or other answers the page begins again.
            key={`${shown.id} ${shown.type} ${JSON.stringify(shown.options)}`}
            courseId={draft.courseId}
            lesson={{ ...about, language, program: { alias: '' } }}
            page={shown}
            pages={pages}
            pageNumber={number}
            data={data}
            preview={{ log, turnTo, finish: onFinish ?? (() => setData(undefined)), place }}
          />
        </Looks>
      </Suspense>
    </Unbreakable>
  )
}

function Looks({ page, children }: { page: Page; children: ReactNode }) {
  const { look } = usePageScreen(page.type)
  return <div className={['lesson', look?.(page)].filter(Boolean).join(' ')}>{children}</div>
}

/** During a preview, no drafts of answers are stored and no views are counted. */
function useQuiet(): void {
  useEffect(() => {
    pauseDrafts(true)
    pauseTracking(true)
    return () => {
      pauseDrafts(false)
      pauseTracking(false)
    }
  }, [])
}

type State = { failedWith?: unknown }

/** A page that is half written must not crash the editor. After its next change it is rendered again. */
class Unbreakable extends Component<{ of: unknown; children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(): State {
    return { failedWith: 'now' }
  }

  static getDerivedStateFromProps({ of }: { of: unknown }, { failedWith }: State): State | null {
    if (failedWith === undefined || failedWith === of) return null
    return { failedWith: failedWith === 'now' ? of : undefined }
  }

  override render() {
    return this.state.failedWith === undefined ? this.props.children : <CannotShow />
  }
}

function CannotShow() {
  const t = useTranslations('editor')
  return <p className="card">{t('cannotShow')}</p>
}
