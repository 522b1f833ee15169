import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getEffects, publishCourse, REASON_LIMIT } from '../../../../contract/organisation/course-versions.ts'
import { checkDraft, type Draft, type Finding } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { TextArea } from '../../../editor/text-area.tsx'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useAct } from '../../frame/use-act.ts'
import { orgCoursesQuery } from '../courses-query.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { EffectsList } from './effects-list.tsx'

type Props = {
  /** As the server has it, with nothing on its way. */
  draft: Draft
  onClose(): void
  /** Leads to the place of a mistake. */
  onOpen(path: readonly string[]): void
  /** The draft at the server is another one now. */
  onChanged(): void
}

type To = 'beta' | 'everybody'

/** Says what happens to how many learners, and then makes it happen. */
export function PublishSheet({ draft, onClose, onOpen, onChanged }: Props) {
  const t = useTranslations('editor.publish')
  const { language } = useLanguage()
  const params = { id: draft.courseId }
  const known = useQuery({
    queryKey: ['organisation', 'effects', draft.courseId, String(draft.revision), language],
    queryFn: async () => {
      const [effects, check] = await Promise.all([
        call(getEffects, { params, query: {} }),
        call(checkDraft, { params, query: { language } }),
      ])
      return { effects: effects.data, findings: check.data.findings }
    },
    staleTime: 0,
  })
  const [published, setPublished] = useState<{ version: number | null }>()
  // What others publish comes in by itself while the sheet is open; it must not be published unseen.
  const [seen, setSeen] = useState(draft)
  const [isRefused, setIsRefused] = useState(false)
  if (!published && (isRefused || draft.baseVersion !== seen.baseVersion))
    return (
      <Sheet title={t('title')} isLoose onClose={onClose}>
        <ChangedMeanwhile
          seen={seen}
          onGoOn={() => {
            setIsRefused(false)
            setSeen(draft)
            onChanged()
          }}
        />
      </Sheet>
    )
  return (
    <Sheet title={t('title')} isLoose onClose={onClose}>
      {published && <Done version={published.version} onClose={onClose} />}
      {!published && known.isPending && <p role="status">{t('loading')}</p>}
      {!published && !known.isPending && !known.data && (
        <LoadFailed error={known.error} text={t('error')} onRetry={known.refetch} />
      )}
      {!published && known.data && (
        <Ready
          draft={draft}
          {...known.data}
          onOpen={onOpen}
          onDone={version => {
            setPublished({ version })
            void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
            onChanged()
          }}
          onRefused={() => setIsRefused(true)}
        />
      )}
    </Sheet>
  )
}

function Done({ version, onClose }: { version: number | null; onClose(): void }) {
  const t = useTranslations('editor.publish')
  return (
    <div className="stack" role="status">
      <p className="said">
        <Icon name="check" />
        {version === null ? t('nothingNew') : t('done', { version })}
      </p>
      <button className="btn wide" type="button" onClick={onClose}>
        {t('goOn')}
      </button>
    </div>
  )
}

type ReadyProps = {
  draft: Draft
  effects: Parameters<typeof EffectsList>[0]['effects']
  findings: readonly Finding[]
  onOpen(path: readonly string[]): void
  onDone(version: number | null): void
  /** Somebody else wrote or published meanwhile. */
  onRefused(): void
}

function Ready({ draft, effects, findings, onOpen, onDone, onRefused }: ReadyProps) {
  const t = useTranslations('editor.publish')
  const act = useAct()
  const { courseId, revision, baseVersion, state, course } = draft
  const isOpenToAll = state === 'published'
  const [to, setTo] = useState<To>(state === 'beta' ? 'beta' : 'everybody')
  const [reason, setReason] = useState('')
  const mistakes = findings.filter(({ isMistake }) => isMistake)
  if (draft.isUnchanged && isOpenToAll) return <p>{t('nothingNew')}</p>
  if (mistakes.length > 0) return <Mistakes mistakes={mistakes} onOpen={onOpen} />

  async function publish(event: FormEvent) {
    event.preventDefault()
    const body = { to, revision, version: baseVersion, ...(reason.trim() ? { reason: reason.trim() } : {}) }
    const reply = await act.make(
      idempotencyKey => call(publishCourse, { params: { id: courseId }, body }, { idempotencyKey }),
      ({ code }) => code === 'courses/changed-meanwhile' && onRefused(),
    )
    if (reply) onDone(reply.data.version)
  }

  return (
    <form className="stack" onSubmit={publish}>
      <EffectsList effects={effects} isNew={baseVersion === null} />
      {!isOpenToAll && (
        <fieldset className="stack tight">
          <legend className="visually-hidden">{t('to')}</legend>
          {(['beta', 'everybody'] as const).map(one => (
            <label className="tick" key={one}>
              <input type="radio" name="to" checked={to === one} onChange={() => setTo(one)} />
              <span>
                <b>{t(`${one}.name`)}</b>
                <small>{t(`${one}.about`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <Field id="reason" label={t('reason')} hint={t('reasonHint')} isOptional error={undefined}>
        <TextArea
          className="input"
          id="reason"
          aria-describedby="reason-hint"
          language={course.language === 'ar' ? 'ar' : 'en'}
          isOneLine
          value={reason}
          onChange={text => setReason(text.slice(0, REASON_LIMIT))}
        />
      </Field>
      <Problem of={act} />
      <button className="btn wide" type="submit" aria-busy={act.isBusy}>
        {t(to === 'beta' && !isOpenToAll ? 'doBeta' : 'do')}
      </button>
    </form>
  )
}

function Mistakes({ mistakes, onOpen }: { mistakes: readonly Finding[]; onOpen(path: readonly string[]): void }) {
  const t = useTranslations('editor.publish')
  return (
    <div className="stack">
      <p>
        <b>{t('mistakes', { count: mistakes.length })}</b>
      </p>
      <ul className="checks">
        {mistakes.map(({ file, line, column, message, path }) => (
          <li key={`${file} ${line} ${column} ${message}`} className="bad">
            <Icon name="warning" />
            <span className="grow">
              {message}
              {path && (
                <button className="btn quiet small" type="button" onClick={() => onOpen(path)}>
                  {t('there')}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
