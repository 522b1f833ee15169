import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '../../queries/use-query.ts'
import { CheckedField } from '../frame/checked-form/checked-form.tsx'
import { useMentorChoices } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { useIsLimited } from '../use-limit.ts'

/**
 * Chooses an active mentor; an empty text is the mentor with the fewest learners. A coordinator who is limited to some
 * mentors must choose one of them.
 */
export function MentorChoice({ mentor, onChange }: { mentor: string; onChange(mentor: string): void }) {
  const t = useTranslations('invite')
  const mentors = useQuery(mentorsQuery)
  const labels = useMentorChoices(mentors.data)
  const isLimited = useIsLimited()
  const id = useId()
  const active = mentors.data?.filter(({ isActive }) => isActive) ?? []
  const isEmpty = mentors.data !== undefined && active.length === 0
  return (
    <CheckedField id={id} label={t('mentor')} hint={isEmpty && t(isLimited ? 'noneOfYours' : 'noMentorYet')}>
      {attributes => (
        <select
          {...attributes}
          className="input"
          required={isLimited}
          value={mentor}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t(isLimited ? 'chooseMentor' : 'fewest')}</option>
          {active.map(one => (
            <option key={one.id} value={String(one.id)}>
              {labels.get(one.id)}
            </option>
          ))}
        </select>
      )}
    </CheckedField>
  )
}
