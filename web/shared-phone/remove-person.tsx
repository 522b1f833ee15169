import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../i18n/isolated.ts'
import { removePerson } from './leave-phone.ts'
import type { PersonOnPhone } from './people.ts'

type Props = { person: PersonOnPhone }

/** Removes a person from the list. What a PIN locks is lost then, so this asks first. */
export function RemovePerson({ person }: Props) {
  const t = useTranslations('who')
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isAsking) question.current?.focus()
  }, [isAsking])
  const { name } = person
  const ask = () => (person.hasPin ? setIsAsking(true) : void removePerson(person))

  if (!isAsking)
    return (
      <button className="btn quiet wide" type="button" onClick={ask}>
        {t('remove', { name })}
      </button>
    )
  return (
    <div className="card stack tight">
      <p ref={question} tabIndex={-1}>
        {t('removeLocked', { name: isolated(name) })}
      </p>
      <button className="btn second wide" type="button" onClick={() => void removePerson(person)}>
        {t('removeSure')}
      </button>
      <button className="btn quiet wide" type="button" onClick={() => setIsAsking(false)}>
        {t('removeNot')}
      </button>
    </div>
  )
}
