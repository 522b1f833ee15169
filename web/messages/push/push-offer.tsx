import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readStored, writeStored } from '../../browser/stored.ts'
import { focusHeading } from '../../ui/focus-heading.ts'
import { Icon } from '../../ui/icon.tsx'
import { useUid } from '../../user/user.ts'
import { Bell } from './bell.tsx'
import { ShowsText } from './shows-text.tsx'
import { usePush } from './use-push.ts'
import './push.css'

const STORED_AS = 'sbs.push-offer'

/** Offers notifications once to each person. */
export function PushOffer() {
  const t = useTranslations('push')
  const common = useTranslations('common')
  const uid = useUid()
  const push = usePush()
  const [isOver, setIsOver] = useState(() => hasDeclinedOffer(uid) || push.state === 'on')
  const { status, hasAsked, turnOn } = useTurnOn(push)
  // Where notifications are impossible, the menu says why at once. Here the reason is shown only after a press.
  if (isOver || push.state === 'unsupported' || (push.state !== 'off' && !hasAsked)) return null
  /** The offer disappears with the button, so the focus goes to the heading: in the box it would open the keyboard. */
  const close = () => {
    declineOffer(uid)
    setIsOver(true)
    focusHeading()
  }
  const isAsking = push.state === 'off'
  return (
    <section className="card push-offer" aria-label={t('title')}>
      <Bell />
      <p role="status" tabIndex={-1} ref={status}>
        {t(push.hasFailed ? 'failed' : textKeys[push.state])}
      </p>
      <button className="icon-btn" type="button" aria-label={isAsking ? t('notNow') : common('close')} onClick={close}>
        <Icon name="close" />
      </button>
      {isAsking && (
        <button className="btn small" type="button" aria-busy={push.isBusy} onClick={turnOn}>
          {t('turnOn')}
        </button>
      )}
      {push.state === 'on' && <ShowsText push={push} />}
    </section>
  )
}

/** The button disappears, so the focus goes to the result. */
function useTurnOn(push: ReturnType<typeof usePush>) {
  const status = useRef<HTMLParagraphElement>(null)
  const [hasAsked, setHasAsked] = useState(false)
  useEffect(() => {
    if (hasAsked && push.state !== 'off') status.current?.focus()
  }, [hasAsked, push.state])
  const turnOn = () => {
    setHasAsked(true)
    push.turnOn()
  }
  return { status, hasAsked, turnOn }
}

const textKeys = { 'home-screen': 'homeScreen', denied: 'denied', off: 'offer', on: 'isOn' } as const

/**
 * Whether this person pressed "not now". The switch stays in the menu. On a shared phone the next person is asked
 * again.
 */
function hasDeclinedOffer(uid: string): boolean {
  return declined().includes(uid)
}

function declineOffer(uid: string): void {
  writeStored(STORED_AS, [...declined().slice(-9), uid].join(' '))
}

function declined(): string[] {
  return (readStored(STORED_AS) ?? '').split(' ')
}
