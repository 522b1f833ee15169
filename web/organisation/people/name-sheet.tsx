import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '../../../contract/account.ts'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { correctName } from '../../../contract/organisation/person-acts.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { OrgIcon } from '../frame/org-icon.tsx'
import { AskText } from './ask-sheets.tsx'
import { personQuery } from './person-query.ts'

/**
 * Corrects the name of a person. If somebody has changed it meanwhile, that name is shown. What was typed stays, and
 * another press saves it.
 */
export function NameSheet({ person, onClose }: { person: PersonDetails; onClose(): void }) {
  const t = useTranslations('people')
  const inOrg = useTranslations('org')
  const act = useAct()
  const [seen, setSeen] = useState(person.name)
  const [isLate, setIsLate] = useState(false)

  async function save(name: string) {
    const input = { params: { uid: person.uid }, body: { name, from: seen } }
    const send = afterCode(idempotencyKey => call(correctName, input, { idempotencyKey }))
    const done = await act.make(send, ({ code }) => code === 'settings/changed' && void showChanged())
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    onClose()
  }

  async function showChanged() {
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    const now = queryClient.getQueryData<PersonDetails>(personQuery(person.uid).queryKey)
    if (!now) return
    setSeen(now.name)
    setIsLate(true)
  }

  const isShown = isLate && (act.error === undefined || act.error.code === 'settings/changed')
  return (
    <AskText
      act={act}
      name={`name ${person.uid}`}
      title={t('correctName')}
      lead={t('nameLead')}
      label={t('name')}
      before={person.name ?? ''}
      limit={NAME_LIMIT}
      note={
        isShown && (
          <div className="say" role="alert">
            <OrgIcon name="people" />
            <p>
              <b>{inOrg('changedMeanwhile')}</b>
              <bdi>{seen ?? t('nameless')}</bdi>
            </p>
          </div>
        )
      }
      submit={isLate ? inOrg('saveStill') : t('correctName')}
      onSubmit={name => void save(name)}
      onClose={onClose}
    />
  )
}
