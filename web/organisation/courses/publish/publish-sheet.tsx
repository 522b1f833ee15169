import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isTemporary } from '../../../../contract/calls/api-error.ts'
import { checkDraft } from '../../../../contract/organisation/checking/findings.ts'
import { getEffects, getPublishRequest } from '../../../../contract/organisation/course-versions.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { orgCoursesQuery } from '../courses-query.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { PublishButtons, type PublishedCourse, type PublishTarget } from './publish-buttons.tsx'
import { RequestNote } from './request-note.tsx'

type Props = {
  /** The draft at the server, without edits on their way. */
  draft: Draft
  reason: string
  onReason(reason: string): void
  onClose(): void
  /** Leads to the place of a mistake. */
  onOpen(path: readonly string[]): void
  /** Called when the draft at the server has changed. */
  onChanged(): void
}

/** Says how many learners a publish affects and how, then publishes. */
export function PublishSheet({ draft: now, reason, onReason, onClose, onOpen, onChanged }: Props) {
  const t = useTranslations('editor.publish')
  const { language } = useLanguage()
  // The draft of the last try may be published although its reply was lost. Then the new version must not look like a
  // version of another author, and a second press gets the reply.
  const [tried, setTried] = useState<Draft>()
  const draft = tried ?? now
  const params = { id: draft.courseId }
  const known = useQuery({
    queryKey: ['organisation', 'effects', draft.courseId, String(draft.revision), language],
    queryFn: async () => {
      const [effects, check, asked] = await Promise.all([
        call(getEffects, { params, query: {} }),
        call(checkDraft, { params, query: { language } }),
        call(getPublishRequest, { params }),
      ])
      return { effects: effects.data, findings: check.data.findings, ...asked.data }
    },
    staleTime: 0,
  })
  // After an edit of another author, the effects are loaded again. Meanwhile the form stays, because somebody may be
  // typing in it. The form sends the revision whose effects it shows.
  const [last, setLast] = useState<{ draft: Draft; known: NonNullable<typeof known.data> }>()
  if (known.data && (known.data !== last?.known || draft !== last.draft)) setLast({ draft, known: known.data })
  const ready = known.data || known.isPending ? last : undefined
  const [to, setTo] = useState<PublishTarget>()
  const [published, setPublished] = useState<PublishedCourse>()
  // Nobody may publish over versions since the draft began, or edits of others while the sheet is open, without seeing
  // them first.
  const [seen, setSeen] = useState(() => ({ ...draft, version: draft.baseVersion }))
  const [isRefused, setIsRefused] = useState(false)
  if (!published && (isRefused || draft.version !== seen.version))
    return (
      <Sheet title={t('title')} isLoose onClose={onClose}>
        <ChangedMeanwhile
          seen={seen}
          onGoOn={() => {
            setIsRefused(false)
            setSeen(now)
            onChanged()
          }}
        />
      </Sheet>
    )
  return (
    <Sheet title={t('title')} isLoose onClose={onClose}>
      {published && <Done {...published} onClose={onClose} />}
      {!published && known.isPending && !ready && <p role="status">{t('loading')}</p>}
      {!published && !known.isPending && !known.data && (
        <LoadFailed error={known.error} text={t('error')} onRetry={known.refetch} />
      )}
      {!published && ready?.known.request && (
        <RequestNote
          courseId={draft.courseId}
          request={ready.known.request}
          onAnswered={() => {
            void queryClient.invalidateQueries({ queryKey: ['organisation', 'home'] })
            void known.refetch()
          }}
        />
      )}
      {!published && ready && (
        <PublishButtons
          draft={ready.draft}
          {...ready.known}
          {...{ to, reason, onReason }}
          onTo={setTo}
          onOpen={onOpen}
          onDone={made => {
            setPublished(made)
            onReason('')
            void queryClient.invalidateQueries({ queryKey: ['organisation', 'home'] })
            void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
            onChanged()
          }}
          onTry={() => setTried(ready.draft)}
          onFailed={error => {
            if (!isTemporary(error)) setTried(undefined)
            if (error.code === 'courses/changed-meanwhile') setIsRefused(true)
          }}
        />
      )}
    </Sheet>
  )
}

function Done({ version, isAsked, wasWithdrawn, onClose }: PublishedCourse & { onClose(): void }) {
  const t = useTranslations('editor.publish')
  const asBefore = wasWithdrawn ? 'back' : 'nothingNew'
  const outcome = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone, so its outcome gets the focus.
  useEffect(() => outcome.current?.focus(), [])
  return (
    <div className="stack">
      <p className="said" tabIndex={-1} ref={outcome}>
        <Icon name="check" />
        {isAsked && t('request.asked')}
        {!isAsked && (version === null ? t(asBefore) : t('done', { version }))}
      </p>
      <button className="btn wide" type="button" onClick={onClose}>
        {t('goOn')}
      </button>
    </div>
  )
}
