import { useTranslations } from 'use-intl'
import type { TeamMember } from '../../../contract/organisation/team.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useMentorLabel } from '../mentor-labels.ts'

/** The mentors that a coordinator is limited to, below their role. */
export function LimitOf({ limitedTo }: Pick<TeamMember, 'limitedTo'>) {
  const t = useTranslations('team')
  const label = useMentorLabel()
  if (limitedTo === null) return null
  const names = limitedTo.map(({ id, name }) => isolated(label(id, name))).join(t('and'))
  return <span className="meta">{t('limit.to', { names })}</span>
}
