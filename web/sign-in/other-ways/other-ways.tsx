import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Settings } from '../../../contract/settings.ts'
import { type OtherSender, sendOtherCode } from '../../../contract/sign-in/other-ways.ts'
import { callSignedOut } from '../../api.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { PhoneNumber } from '../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../phone-numbers/spaced-phone.ts'
import { Alert } from '../../ui/alert.tsx'
import { focusHeading } from '../../ui/focus-heading.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { AuthLayout } from '../form/auth-layout.tsx'
import { dropPressKey, pressKey } from '../provider/press-key.ts'
import { dropRequest, openRequest, savedRequest } from './open-request.ts'
import './other-ways.css'
import { MARK, useAttempt } from './use-attempt.ts'
import { ApprovalWaiting } from './waiting.tsx'

export type OtherWay = NonNullable<Settings['otherWays']>[number]

type Props = {
  /** With plus. */
  phone: string
  verificationId: string
  ways: readonly OtherWay[]
  /** No SMS was sent at all. */
  smsFailed: boolean
  /** Why the SMS could not be sent again. */
  error: string | undefined
  /** The button that asks for another SMS. */
  children: ReactNode
  onBack(): void
  onChangePhone(): void
  onSent(by: OtherSender): void
  onRequested(expiresAt: number): void
  /** Called when the session is stored. */
  onEntered(): void
}

/** What a person can do while the SMS does not arrive. */
export function OtherWays(props: Props) {
  const [request, setRequest] = useState(() => savedRequest(props.phone))
  const step = request?.request ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is another screen.
  useEffect(() => void focusHeading(), [step])

  async function ask(): Promise<void> {
    const open = await openRequest(props.phone, props.verificationId)
    props.onRequested(open.expiresAt)
    setRequest(open)
  }

  function leave(): void {
    dropRequest()
    setRequest(undefined)
  }

  if (!request) return <Choice {...props} onAsk={ask} />
  return (
    <ApprovalWaiting
      key={request.request}
      request={request}
      onAgain={ask}
      onLeave={leave}
      onEntered={props.onEntered}
    />
  )
}

const ICONS = { whatsapp: 'phone', email: 'mail', approval: 'person' } as const satisfies Record<OtherWay, IconName>

function Choice({
  phone,
  verificationId,
  ways,
  smsFailed,
  error,
  children,
  onBack,
  onChangePhone,
  onSent,
  onAsk,
}: Props & { onAsk(): Promise<void> }) {
  const t = useTranslations('ways')
  const { language } = useLanguage()
  const { busy, problem, attempt } = useAttempt<OtherWay>()
  const begin = async (way: OtherWay) => {
    if (way === 'approval') return onAsk()
    const idempotencyKey = pressKey('sendOtherCode', `${verificationId} ${way}`)
    await callSignedOut(sendOtherCode, { body: { verificationId, by: way, language } }, { idempotencyKey })
    dropPressKey('sendOtherCode')
    onSent(way)
  }
  const lead = smsFailed ? t('notSentLead', { phone: MARK }) : t('lead', { phone: MARK })
  const [beforePhone, afterPhone] = lead.split(MARK)
  return (
    <AuthLayout title={smsFailed ? t('notSent') : t('title')} at={1}>
      <p>
        {beforePhone}
        <PhoneNumber phone={spacedPhone(phone)} language={language} />
        {afterPhone}{' '}
        <button className="change" type="button" onClick={onChangePhone}>
          {t('change')}
        </button>
      </p>
      {(problem ?? error) && <Alert title={problem ?? error} />}
      <div className="ways">
        {ways.map(way => (
          <button
            className="way"
            type="button"
            key={way}
            aria-disabled={busy !== undefined}
            aria-busy={busy === way}
            onClick={() => void attempt(way, () => begin(way))}
          >
            <Icon name={ICONS[way]} />
            <span className="grow">
              <b>{t(way)}</b>
              <small>{t(`${way}Hint`)}</small>
            </span>
            {busy === way ? <span className="spin" /> : <Icon name="forward" />}
          </button>
        ))}
      </div>
      {smsFailed ? (
        children
      ) : (
        <button className="btn quiet wide" type="button" onClick={onBack}>
          {t('back')}
        </button>
      )}
    </AuthLayout>
  )
}

type OfferProps = { sent: OtherSender | undefined; onOpen(): void }

/** In the code step: leads to the other ways, and says what was sent. */
export function OtherWaysOffer({ sent, onOpen }: OfferProps) {
  const t = useTranslations('ways')
  return (
    <>
      {sent && (
        <div className="note" role="status">
          <Icon name="info" />
          <p>{t(sent === 'whatsapp' ? 'sentWhatsapp' : 'sentEmail')}</p>
        </div>
      )}
      <button className="btn quiet wide" type="button" onClick={onOpen}>
        {t('title')}
      </button>
    </>
  )
}
