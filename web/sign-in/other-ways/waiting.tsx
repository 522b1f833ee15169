import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { REQUEST_DIGITS } from '../../../contract/sign-in/other-ways.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { completeSignIn } from '../complete-sign-in.ts'
import { AuthLayout } from '../form/auth-layout.tsx'
import { dropRequest, type OpenRequest, watchRequest } from './open-request.ts'
import { MARK, useAttempt } from './use-attempt.ts'

type State = 'waiting' | 'entering' | 'refused' | 'over' | 'blocked'

type Props = {
  request: OpenRequest
  onAgain(): Promise<void>
  onLeave(): void
  onEntered(): void
}

/** Shows the number to read aloud. When somebody lets this browser in, it goes on by itself. */
export function ApprovalWaiting({ request, onAgain, onLeave, onEntered }: Props) {
  const t = useTranslations('ways')
  const [state, setState] = useState<State>('waiting')
  const entered = useRef(onEntered)
  entered.current = onEntered
  useEffect(
    () =>
      watchRequest(request, {
        async onApproved(session) {
          setState('entering')
          await completeSignIn(session, '')
          dropRequest()
          entered.current()
        },
        onEnd(how) {
          dropRequest()
          setState(how)
        },
      }),
    [request],
  )
  if (state === 'waiting' || state === 'entering')
    return <ReadAloud request={request} isEntering={state === 'entering'} onLeave={onLeave} />
  const title = state === 'over' ? t('overTitle') : t('refusedTitle')
  return (
    <AuthLayout title={title} at={1}>
      <p role="status">{t(state)}</p>
      <Buttons isOver={state === 'over'} onAgain={onAgain} onLeave={onLeave} />
    </AuthLayout>
  )
}

function ReadAloud({ request, isEntering, onLeave }: { request: OpenRequest; isEntering: boolean; onLeave(): void }) {
  const t = useTranslations('ways')
  const { language } = useLanguage()
  const digits = toDigitsOf(language, request.number)
  const half = REQUEST_DIGITS / 2
  return (
    <AuthLayout title={t('numberTitle')} at={1}>
      <p>{t('numberLead')}</p>
      {/* The digits have spaces, because screen readers would read them as one number of hundreds of thousands. */}
      <p className="visually-hidden">{t('numberLabel', { digits: [...digits].join(' ') })}</p>
      <span className="say" aria-hidden="true">
        {digits.slice(0, half)} {digits.slice(half)}
      </span>
      <div className="wait-line">
        <span className="spin" />
        <span className="grow">
          <span role="status">{isEntering ? t('entering') : t('waiting')}</span>{' '}
          {!isEntering && <TimeLeft until={request.expiresAt} />}
        </span>
      </div>
      <div className="note warm">
        <Icon name="warning" />
        <p>{t('warn')}</p>
      </div>
      <button
        className="btn quiet wide"
        type="button"
        aria-disabled={isEntering}
        onClick={() => !isEntering && onLeave()}
      >
        {t('otherWay')}
      </button>
    </AuthLayout>
  )
}

/** Screen readers do not announce it, because it changes every second. */
function TimeLeft({ until }: { until: number }) {
  const t = useTranslations('ways')
  const { language } = useLanguage()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const time = toDigitsOf(language, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
  const [before, after] = t('goodFor', { time: MARK }).split(MARK)
  return (
    <>
      {before}
      <bdi className="ltr">{time}</bdi>
      {after}
    </>
  )
}

function Buttons({ isOver, onAgain, onLeave }: { isOver: boolean; onAgain(): Promise<void>; onLeave(): void }) {
  const t = useTranslations('ways')
  const { busy, problem, attempt } = useAttempt<'again'>()
  return (
    <div className="stack tight">
      {problem && <Alert title={problem} />}
      {isOver && (
        <button
          className="btn wide"
          type="button"
          aria-busy={busy !== undefined}
          onClick={() => void attempt('again', onAgain)}
        >
          {busy && <span className="spin" />}
          {t('newNumber')}
        </button>
      )}
      <button className="btn quiet wide" type="button" onClick={onLeave}>
        {t('otherWay')}
      </button>
    </div>
  )
}
