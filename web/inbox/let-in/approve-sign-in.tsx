import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import { decideRequest, findRequest } from '../../../contract/inbox/approvals.ts'
import { REQUEST_DIGITS } from '../../../contract/sign-in/other-ways.ts'
import { MINUTE } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { toDigitsOf, toWesternDigits } from '../../i18n/digits.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { PhoneNumber } from '../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../phone-numbers/spaced-phone.ts'
import { serverNow } from '../../session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { described, Field } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import './approve-sign-in.css'

type Asking = Reply<typeof findRequest>['data']
type Decided = 'letIn' | 'refused'

/** A learner reads a number aloud. Once all six digits are typed, the mentor sees who asks. */
export function ApproveSignIn({ onClose }: { onClose(): void }) {
  const t = useTranslations('approve')
  const heading = useId()
  const { language } = useLanguage()
  const { number, asking, decided, busy, problem, type, decide, again } = useLetIn()
  return (
    <Dialog className="sheet stack" labelledBy={heading} onClose={onClose}>
      <div className="row">
        <h1 className="grow" id={heading} tabIndex={-1}>
          {t('title')}
        </h1>
        <button className="icon-btn" type="button" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {decided && asking ? (
        <Done decided={decided} name={asking.name} onAgain={again} onClose={onClose} />
      ) : (
        <>
          {/* On a small phone the question and its answers need the room. */}
          {!asking && <p>{t('lead')}</p>}
          <Field id="heard" label={t('number')} error={problem && t(problem)}>
            <input
              className="input code"
              id="heard"
              inputMode="numeric"
              autoComplete="off"
              readOnly={busy !== undefined}
              value={toDigitsOf(language, number)}
              onChange={event => type(event.target.value)}
              {...described('heard', { error: problem && t(problem) })}
            />
          </Field>
          <p role="status" className={busy === 'finding' ? 'meta' : 'visually-hidden'}>
            {busy === 'finding' && t('looking')}
          </p>
          {asking && <Found asking={asking} isBusy={busy === 'deciding'} onDecide={decide} />}
        </>
      )}
    </Dialog>
  )
}

function useLetIn() {
  const [number, setNumber] = useState('')
  const [asking, setAsking] = useState<Asking>()
  const [decided, setDecided] = useState<Decided>()
  const [busy, setBusy] = useState<'finding' | 'deciding'>()
  const [problem, setProblem] = useState<'notFound' | 'tooMany' | 'failed'>()
  /** A press whose reply was lost is repeated with the same key. */
  const press = useRef('')

  async function attempt(what: 'finding' | 'deciding', work: () => Promise<void>): Promise<void> {
    setBusy(what)
    setProblem(undefined)
    await work().catch(failure => setProblem(problemOf(failure)))
    setBusy(undefined)
  }

  function type(text: string): void {
    const typed = toWesternDigits(text).replace(/\D/g, '').slice(0, REQUEST_DIGITS)
    setNumber(typed)
    if (typed === number) return
    setAsking(undefined)
    setProblem(undefined)
    if (typed.length < REQUEST_DIGITS) return
    press.current = crypto.randomUUID()
    void attempt('finding', async () => setAsking((await call(findRequest, { body: { number: typed } })).data))
  }

  function decide(isApproved: boolean): void {
    if (busy) return
    void attempt('deciding', async () => {
      await call(decideRequest, { body: { number, isApproved } }, { idempotencyKey: press.current })
      setDecided(isApproved ? 'letIn' : 'refused')
    })
  }

  function again(): void {
    setNumber('')
    setAsking(undefined)
    setDecided(undefined)
  }

  return { number, asking, decided, busy, problem, type, decide, again }
}

function problemOf(failure: unknown): 'notFound' | 'tooMany' | 'failed' {
  const status = failure instanceof ApiError ? failure.status : 0
  if (status === 404) return 'notFound'
  return status === 429 ? 'tooMany' : 'failed'
}

type FoundProps = { asking: Asking; isBusy: boolean; onDecide(isApproved: boolean): void }

function Found({ asking: { name, phoneNumber, askedAt }, isBusy, onDecide }: FoundProps) {
  const t = useTranslations('approve')
  const { language } = useLanguage()
  const phone = <PhoneNumber phone={spacedPhone(phoneNumber)} language={language} />
  const isNamed = name !== phoneNumber
  const shown = isNamed ? isolated(name) : `\u2066${toDigitsOf(language, phoneNumber)}\u2069`
  const count = Math.max(0, Math.floor((serverNow() - askedAt) / MINUTE))
  return (
    <>
      <section className="card row" role="status">
        <span className="icon-btn still">
          <Icon name="person" />
        </span>
        <div className="grow asking">
          <b>{isNamed ? <bdi>{name}</bdi> : phone}</b>
          {isNamed && <small>{phone}</small>}
          <small>{t('asked', { count })}</small>
        </div>
      </section>
      <div className="note warm">
        <Icon name="warning" />
        <p>
          <b>{t('sure', { name: shown })}</b> {t('warn')}
        </p>
      </div>
      <div className="stack tight">
        <button className="btn wide" type="button" aria-busy={isBusy} onClick={() => onDecide(true)}>
          {isBusy && <span className="spin" />}
          {t('yes')}
        </button>
        <button className="btn quiet grave wide" type="button" aria-disabled={isBusy} onClick={() => onDecide(false)}>
          {t('no')}
        </button>
      </div>
    </>
  )
}

type DoneProps = { decided: Decided; name: string; onAgain(): void; onClose(): void }

function Done({ decided, name, onAgain, onClose }: DoneProps) {
  const t = useTranslations('approve')
  return (
    <>
      <div className="note" role="status">
        <Icon name={decided === 'letIn' ? 'check' : 'info'} />
        <p>{t(decided, { name: isolated(name) })}</p>
      </div>
      <div className="stack tight">
        {/* biome-ignore lint/a11y/noAutofocus: the pressed button is gone. */}
        <button className="btn wide" type="button" autoFocus onClick={onClose}>
          {t('close')}
        </button>
        <button className="btn quiet wide" type="button" onClick={onAgain}>
          {t('another')}
        </button>
      </div>
    </>
  )
}
