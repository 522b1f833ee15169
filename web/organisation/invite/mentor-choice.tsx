import { useTranslations } from 'use-intl'
import { useQuery } from '../../queries/use-query.ts'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { useIsLimited } from '../use-limit.ts'

/**
 * An active mentor, or an empty text for the one with the fewest learners. A coordinator who is limited to some mentors
 * chooses one of them.
 */
export function MentorChoice({ mentor, onChange }: { mentor: string; onChange(mentor: string): void }) {
  const t = useTranslations('invite')
  const mentors = useQuery(mentorsQuery)
  const labels = useMentorLabels(mentors.data)
  const isLimited = useIsLimited()
  const active = mentors.data?.filter(({ isActive }) => isActive) ?? []
  return (
    <label className="field">
      <b>{t('mentor')}</b>
      <select className="input" required={isLimited} value={mentor} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t(isLimited ? 'chooseMentor' : 'fewest')}</option>
        {active.map(({ id }) => (
          <option key={id} value={String(id)}>
            {labels.get(id)}
          </option>
        ))}
      </select>
      {mentors.data && active.length === 0 && <span className="meta">{t('noMentorYet')}</span>}
    </label>
  )
}
