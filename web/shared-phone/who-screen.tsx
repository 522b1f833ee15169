import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/languages.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Navigate } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { onPeopleChange, type PersonOnPhone, peopleOnPhone } from './people.ts'
import { PinForm } from './pin-form.tsx'
import { RemovePerson } from './remove-person.tsx'
import { canAddPerson, leadToSignIn, openSessionOf, switchToPerson } from './switch-people.ts'
import { storedSession } from './this-tab.ts'
import './who.css'

/** Asks who is learning on a shared phone. */
export function WhoScreen() {
  const people = useSyncExternalStore(onPeopleChange, peopleOnPhone)
  const [uid, setUid] = useState<string>()
  const chosen = people.find(person => person.uid === uid)
  // The last person was removed, or the phone was never shared.
  if (people.length === 0) return <Navigate to="/login" />
  if (chosen) return <PinForm person={chosen} onLeave={() => setUid(undefined)} />
  return <Faces people={people} onPinAsked={setUid} />
}

type FacesProps = { people: readonly PersonOnPhone[]; onPinAsked(uid: string): void }

function Faces({ people, onPinAsked }: FacesProps) {
  const t = useTranslations('who')
  const { language } = useLanguage()
  const [isFull, setIsFull] = useState(false)

  function open(person: PersonOnPhone) {
    if (person.hasPin) return onPinAsked(person.uid)
    const session = openSessionOf(person)
    if (session) void switchToPerson(person.uid, session, person.signsInWith)
    else void leadToSignIn(person)
  }

  return (
    <main className="page narrow stack loose who-screen">
      <div className="center">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
      </div>
      <ul className="faces">
        {people.map(person => (
          <li key={person.uid}>
            <button className="face" type="button" onClick={() => open(person)}>
              <span className="avatar" aria-hidden="true">
                {Array.from(person.name)[0]}
              </span>
              <b>
                <bdi>{person.name}</bdi>
              </b>
              {isNamesake(person, people) && (
                <small>
                  <bdi dir="ltr">{endOf(person, language)}</bdi>
                </small>
              )}
              <small>
                {person.hasPin && <LockIcon />}
                {t(kindOf(person))}
              </small>
            </button>
          </li>
        ))}
        <li>
          <button
            className="face"
            type="button"
            onClick={() => (canAddPerson() ? void leadToSignIn() : setIsFull(true))}
          >
            <span className="avatar plus" aria-hidden="true">
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 5v14M5 12h14" />
              </svg>
            </span>
            <b>{t('add')}</b>
          </button>
        </li>
      </ul>
      <div role="status">
        {isFull && (
          <div className="note">
            <Icon name="info" />
            <p>{t('full')}</p>
          </div>
        )}
      </div>
      {people
        .filter(person => person.hasEnded || kindOf(person) === 'signIn')
        .map(person => (
          <RemovePerson key={person.uid} person={person} />
        ))}
      <p className="row meta safe">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 18.500h10.500a4 4 0 0 0 .5-8 6 6 0 0 0-11.500-.8A4.400 4.400 0 0 0 7 18.500zM9.500 13.500l2 2 3.500-4" />
        </svg>
        <span>{t('safe')}</span>
      </p>
    </main>
  )
}

/** Whether to show the number, because another person has this name. With a PIN there is none: the PIN locks it. */
function isNamesake({ uid, name, signsInWith }: PersonOnPhone, people: readonly PersonOnPhone[]): boolean {
  return signsInWith !== undefined && people.some(other => other.uid !== uid && other.name === name)
}

/** The last digits of a phone number, or an e-mail address. */
function endOf({ signsInWith = '', isByEmail }: PersonOnPhone, language: Language): string {
  return isByEmail ? signsInWith : toDigitsOf(language, `…${signsInWith.slice(-4)}`)
}

function kindOf(person: PersonOnPhone): 'pin' | 'open' | 'signIn' {
  if (person.hasPin) return 'pin'
  return person.session || storedSession()?.uid === person.uid ? 'open' : 'signIn'
}

function LockIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />
    </svg>
  )
}
