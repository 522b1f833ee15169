import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '../../../contract/account.ts'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { correctName } from '../../../contract/organisation/person-acts.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { QuickerChange } from '../quicker-change.tsx'
import { AskText } from './ask-sheets.tsx'
import { personQuery } from './person-query.ts'
import { useCarefulSave } from './use-careful-save.ts'

/**
 * Corrects the name of a person. If somebody has changed it meanwhile, that name is shown. What was typed stays, and
 * another press saves it.
 */
export function NameSheet({ person, onClose }: { person: PersonDetails; onClose(): void }) {
  const t = useTranslations('people')
  const inOrg = useTranslations('org')
  const act = useAct()
  const { seen, isLate, save } = useCarefulSave(act, person, {
    readStored: () => queryClient.getQueryData<PersonDetails>(personQuery(person.uid).queryKey),
    onSaved: onClose,
  })

  function correct(name: string): Promise<void> {
    const input = { params: { uid: person.uid }, body: { name, from: seen.name } }
    return save(afterCode(idempotencyKey => call(correctName, input, { idempotencyKey })))
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
          <QuickerChange>
            <bdi>{seen.name ?? t('nameless')}</bdi>
          </QuickerChange>
        )
      }
      submit={isLate ? inOrg('saveStill') : t('correctName')}
      onSubmit={name => void correct(name)}
      onClose={onClose}
    />
  )
}
