import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ListedMentor } from '../../../../contract/organisation/mentors.ts'
import { searchable } from '../../../../contract/text/search-text.ts'
import { isolated } from '../../../i18n/isolated.ts'
import type { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { NotLoaded } from '../../frame/not-loaded.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useMentorLabels } from '../../mentor-labels.ts'
import { mentorsQuery } from '../../mentors-query.ts'

/** So few mentors fit into the sheet, and no search is needed. */
const MAX_WITHOUT_SEARCH = 6

type Props = {
  /** The number of the row. */
  number: number
  act: ReturnType<typeof useAct>
  onClose(): void
  onChoose(mentor: ListedMentor): void
}

/** Shows the active mentors. A press on one of them corrects the row. */
export function ChooseMentor({ number, act, onClose, onChoose }: Props) {
  const t = useTranslations('invite.list')
  const mentors = useQuery(mentorsQuery)
  const labels = useMentorLabels(mentors.data)
  const [typed, setTyped] = useState('')
  const active = mentors.data?.filter(({ isActive }) => isActive) ?? []
  const found = active.filter(({ name }) => searchable(name).includes(searchable(typed)))
  return (
    <Sheet title={t('chooseTitle', { number })} isBusy={act.isBusy} onClose={onClose}>
      {!mentors.data && (
        <NotLoaded error={mentors.error} label={t('mentor')} text={t('mentorsError')} onRetry={mentors.refetch} />
      )}
      {active.length > MAX_WITHOUT_SEARCH && (
        <input
          className="input"
          type="search"
          aria-label={t('findMentor')}
          placeholder={t('findMentor')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Problem of={act} />
      {mentors.data && found.length === 0 && (
        <p role="status">{t(typed ? 'noMentor' : 'noMentorYet', { text: isolated(typed) })}</p>
      )}
      <ul className="mentor-choices">
        {found.map(mentor => (
          <li key={mentor.id}>
            <button className="btn second wide" type="button" aria-busy={act.isBusy} onClick={() => onChoose(mentor)}>
              <bdi>{labels.get(mentor.id)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
