import { useTranslations } from 'use-intl'
import { useQuery } from '../../queries/use-query.ts'
import { mentorsQuery } from '../people/people-queries.ts'

/** An active mentor, or an empty text for the one with the fewest learners. */
export function MentorChoice({ mentor, onChange }: { mentor: string; onChange(mentor: string): void }) {
  const t = useTranslations('invite')
  const mentors = useQuery(mentorsQuery)
  return (
    <label className="field">
      <b>{t('mentor')}</b>
      <select className="input" value={mentor} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('fewest')}</option>
        {mentors.data
          ?.filter(({ isActive }) => isActive)
          .map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}
