import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../i18n/isolated.ts'
import { Icon } from '../ui/icon.tsx'
import type { PersonOnPhone } from './people.ts'
import { PIN_LENGTH, PinField } from './pin-field.tsx'
import type { LockedSession } from './pin-lock.ts'
import { RemovePerson } from './remove-person.tsx'
import { beginSession, leadToSignIn, openSessionOf, putOtherPersonAside } from './switch-people.ts'

type Props = { person: PersonOnPhone; onLeave(): void }

/** Asks for a PIN. The fourth digit sends it. */
export function PinForm({ person, onLeave }: Props) {
  const t = useTranslations('pin')
  const { uid, name, isByEmail } = person
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isSpent, setIsSpent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus()
    void import('./pin-lock.ts').then(({ triesLeft }) => triesLeft(uid)).then(left => setIsSpent(left === 0), ignore)
    field.current?.focus()
  }, [uid])

  async function open(pin: string) {
    const { openWithPin } = await import('./pin-lock.ts')
    const sessionFrom = (locked?: LockedSession) => openSessionOf(person) ?? locked?.session
    const opening = await openWithPin(uid, pin, {
      makeRoom: () => putOtherPersonAside(uid),
      begin(locked) {
        const session = sessionFrom(locked)
        if (session) beginSession(uid, session, locked?.signsInWith)
      },
    })
    if (!opening.isOpen) {
      setTyped('')
      setIsSpent(opening.triesLeft === 0)
      setError(t('wrong', { n: opening.triesLeft }))
      return field.current?.focus()
    }
    if (!sessionFrom(opening.locked)) await leadToSignIn({ ...person, signsInWith: opening.locked?.signsInWith })
  }

  function type(digits: string) {
    setTyped(digits)
    setError(undefined)
    if (digits.length < PIN_LENGTH || isBusy) return
    setIsBusy(true)
    open(digits)
      .catch(() => {
        setTyped('')
        setError(t('failed'))
      })
      .finally(() => setIsBusy(false))
  }

  const number = isByEmail ? 'useEmail' : 'useNumber'
  const forgot = isByEmail ? 'forgotEmail' : 'forgot'
  return (
    <main className="page narrow stack loose center who-screen">
      <span className="avatar" aria-hidden="true">
        {Array.from(name)[0]}
      </span>
      <h1 tabIndex={-1} ref={heading}>
        {t('title', { name: isolated(name) })}
      </h1>
      <div className="pin-column stack loose">
        <div role="status">
          {isSpent && (
            <div className="note">
              <Icon name="info" />
              <p>{t('spent')}</p>
            </div>
          )}
        </div>
        {!isSpent && (
          <PinField
            {...{ ref: field, error, isBusy }}
            id="pin"
            label={t('label')}
            isHiddenLabel
            value={typed}
            onChange={type}
          />
        )}
        {isBusy && (
          <p className="row meta" role="status">
            <span className="spin" /> {t('oneMoment')}
          </p>
        )}
        <p className="meta">{t('keeps')}</p>
        <div className="stack tight">
          <button
            className={isSpent ? 'btn wide' : 'btn second wide'}
            type="button"
            onClick={() => void leadToSignIn({ isByEmail })}
          >
            {t(isSpent ? number : forgot)}
          </button>
          <button className="btn quiet wide" type="button" onClick={onLeave}>
            {t('other')}
          </button>
          {isSpent && <RemovePerson person={person} />}
        </div>
      </div>
    </main>
  )
}

function ignore(): void {}
