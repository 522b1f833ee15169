import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { pauseTracking } from '../../../analytics/track.ts'
import { Preview } from '../preview/preview.tsx'
import { useSharedDraft } from './use-shared-draft.ts'
import './on-phone.css'

// This runs before the view is counted, because an author is no visitor.
pauseTracking(true)

/** A draft on its author's phone, without signing in. The components of learners show its pages. */
export function SharedDraftScreen() {
  const t = useTranslations('editor.onPhone')
  const { shown, media, isOver, isOffline } = useSharedDraft()
  const [place, setPlace] = useState<{ lesson?: string | undefined; page?: string | undefined }>(placeInUrl)
  useEffect(() => () => pauseTracking(false), [])
  if (isOver) {
    return (
      <main className="full on-white">
        <h1 tabIndex={-1}>{t('over')}</h1>
        <p>{t('overLead')}</p>
      </main>
    )
  }
  if (!shown || !media) {
    return (
      <main className="full on-white">
        <p role="status">{t(isOffline ? 'offline' : 'loading')}</p>
      </main>
    )
  }
  const draft: Draft = { ...shown, ...UNSHOWN }
  const lesson = draft.lessons.find(({ key }) => key === place.lesson) ?? draft.lessons[0]
  const page = lesson?.pages.find(({ key }) => key === place.page) ?? lesson?.pages[0]
  return (
    <div className="shared-draft">
      <nav aria-label={t('lesson')}>
        <b className="tag">{t('draft')}</b>
        <select
          className="input"
          aria-label={t('lesson')}
          value={lesson?.key}
          onChange={({ target }) => setPlace({ lesson: target.value })}
        >
          {draft.lessons.map(({ key, fields }) => (
            <option key={key} value={key}>
              {String(fields.title ?? key)}
            </option>
          ))}
        </select>
      </nav>
      {isOffline && <p role="status">{t('offline')}</p>}
      {lesson && page ? (
        <Preview {...{ draft, lesson, page, media }} onTurn={key => setPlace({ lesson: lesson.key, page: key })} />
      ) : (
        <p className="card">{t('empty')}</p>
      )}
    </div>
  )
}

/** Fields of a draft that the link does not carry. */
const UNSHOWN = {
  state: 'draft',
  baseVersion: null,
  version: null,
  isUnchanged: false,
  conflicts: [],
  atWork: [],
} as const satisfies Partial<Record<keyof Draft, unknown>> as unknown as Omit<
  Draft,
  'courseId' | 'revision' | 'course' | 'lessons' | 'files'
>

/** The page that the author had open. Its keys follow the token in the URL. */
function placeInUrl() {
  const [, lesson, page] = location.hash.slice(1).split('/').map(decodeURIComponent)
  return { lesson, page }
}
