import { useTranslations } from 'use-intl'
import type { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Finding } from '../../../../contract/organisation/checking/findings.ts'
import { type PublishRequest, publishCourse, REASON_LIMIT } from '../../../../contract/organisation/course-versions.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { languageOrEnglish } from '../../../editor/language-or-english.ts'
import { TextArea } from '../../../editor/text-area.tsx'
import { isolated } from '../../../i18n/isolated.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CheckedForm } from '../../frame/checked-form/checked-form.tsx'
import { Problem } from '../../frame/problem.tsx'
import { orgCoursesQuery } from '../courses-query.ts'
import { FindingText, keyOfFinding } from '../finding-text.tsx'
import { EffectsList } from './effects-list.tsx'
import { WaitForFilms } from './wait-for-films.tsx'

export type PublishTarget = 'beta' | 'everybody'
type Body = { to: PublishTarget; revision: number; version: number | null; reason?: string }

function send(id: string, body: Body, idempotencyKey: string) {
  return call(publishCourse, { params: { id }, body }, { idempotencyKey })
}

export type PublishedCourse = Awaited<ReturnType<typeof send>>['data'] & { wasWithdrawn: boolean }

/** A longer list of warnings is closed at first, so that the button stays near. */
const MAX_OPEN = 3

type Props = {
  draft: Draft
  effects: Parameters<typeof EffectsList>[0]['effects']
  findings: readonly Finding[]
  /** Whether a second person has to publish. */
  isNeeded: boolean
  request: PublishRequest | null
  /** Undefined until the author chooses. */
  to: PublishTarget | undefined
  reason: string
  onTo(to: PublishTarget): void
  onReason(reason: string): void
  onOpen(path: readonly string[]): void
  onTry(): void
  onDone(made: PublishedCourse): void
  onFailed(error: ApiError): void
}

/** The button that publishes, or asks somebody else to. */
export function PublishButtons(props: Props) {
  const { draft, effects, findings, isNeeded, request, reason, onTo, onReason, onOpen, onTry, onDone, onFailed } = props
  const t = useTranslations('editor.publish')
  const act = useAct()
  const { courseId, revision, version, state, isBeta = false, course } = draft
  const isOpenToAll = state === 'published'
  /** Whether beta can be chosen. Learners who have the course would lose it, so the server refuses beta then. */
  const hasBeta = state === 'draft' || isBeta
  const isOfAnother = request !== null && !request.isMine
  const asks = isNeeded && (!isOfAnother || request.hasOwnEdits)
  const isAsked = request?.isMine === true && request.answer === null
  const chosen = props.to ?? request?.to ?? (isBeta ? 'beta' : 'everybody')
  const to = hasBeta ? chosen : 'everybody'
  const mistakes = findings.filter(({ isMistake }) => isMistake)
  const warnings = findings.filter(({ isMistake }) => !isMistake)
  // The author has already asked somebody to publish this same draft.
  if (asks && isAsked && !request.isChanged) return null
  if (draft.isUnchanged && isOpenToAll) return <p>{t('nothingNew')}</p>
  if (mistakes.length > 0)
    return (
      <div className="stack">
        <p>
          <b>{t('mistakes', { count: mistakes.length })}</b>
        </p>
        <FindingList findings={mistakes} onOpen={onOpen} />
      </div>
    )

  async function publish() {
    const body = { to, revision, version, ...(reason.trim() ? { reason: reason.trim() } : {}) }
    onTry()
    const reply = await act.make(idempotencyKey => send(courseId, body, idempotencyKey), onFailed)
    if (reply) onDone({ ...reply.data, wasWithdrawn: state === 'withdrawn' })
  }

  return (
    <WaitForFilms draft={draft}>
      <CheckedForm onSubmit={() => void publish()}>
        <EffectsList effects={effects} isNew={version === null} />
        {warnings.length > 0 && (
          <details className="more" open={warnings.length <= MAX_OPEN}>
            <summary>
              <b>{t('warnings', { count: warnings.length })}</b>
              <Icon name="down" />
            </summary>
            <FindingList findings={warnings} onOpen={onOpen} />
          </details>
        )}
        {hasBeta && (
          <fieldset className="stack tight" aria-describedby={to === 'beta' ? 'beta-people' : undefined}>
            <legend className="visually-hidden">{t('to')}</legend>
            {(['beta', 'everybody'] as const).map(one => (
              <label className="tick" key={one}>
                <input type="radio" name="to" checked={to === one} onChange={() => onTo(one)} />
                <span>
                  <b>{t(`${one}.name`)}</b>
                  <small>{t(`${one}.about`)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {to === 'beta' && <BetaPeople />}
        <Field id="reason" label={t('reason')} hint={t('reasonHint')} isOptional error={undefined}>
          <TextArea
            className="input"
            id="reason"
            aria-describedby="reason-hint"
            language={languageOrEnglish(course.language)}
            isOneLine
            maxLength={REASON_LIMIT}
            value={reason}
            onChange={onReason}
          />
        </Field>
        {asks && !isAsked && <p className="meta">{t(isOfAnother ? 'request.ownEdits' : 'request.needsSecond')}</p>}
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {asks && t(isAsked ? 'request.askAgain' : 'request.ask')}
          {!asks && t(to === 'beta' ? 'doBeta' : 'do')}
        </button>
      </CheckedForm>
    </WaitForFilms>
  )
}

/** How many people see beta courses; a warning if nobody does. */
function BetaPeople() {
  const t = useTranslations('editor.publish')
  const count = useQuery(orgCoursesQuery).data?.betaPeople
  return (
    <div id="beta-people" role="status">
      {count !== undefined && (
        <ul className="checks">
          <li className={count === 0 ? 'warn' : undefined}>
            <Icon name={count === 0 ? 'warning' : 'info'} />
            {t('beta.people', { count })}
          </li>
        </ul>
      )}
    </div>
  )
}

type ListProps = { findings: readonly Finding[]; onOpen(path: readonly string[]): void }

function FindingList({ findings, onOpen }: ListProps) {
  return (
    <ul className="checks">
      {findings.map(finding => (
        <OneFinding key={keyOfFinding(finding)} {...{ finding, onOpen }} />
      ))}
    </ul>
  )
}

function OneFinding({ finding, onOpen }: { finding: Finding; onOpen(path: readonly string[]): void }) {
  const t = useTranslations('editor.publish')
  const { isMistake, path, at } = finding
  const lesson = isolated(at?.lesson ?? '')
  return (
    <li className={isMistake ? 'bad' : 'warn'}>
      <Icon name={isMistake ? 'warning' : 'info'} />
      <span className="grow">
        {at && (
          <>
            {at.page ? t('onPage', { lesson, page: at.page }) : t('inLesson', { lesson })}
            <br />
          </>
        )}
        <FindingText finding={finding} />
        {path && (
          <button className="btn quiet small" type="button" onClick={() => onOpen(path)}>
            {t('there')}
          </button>
        )}
      </span>
    </li>
  )
}
