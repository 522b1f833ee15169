import { useTranslations } from 'use-intl'
import { isolated } from '../../i18n/isolated.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { useIsLimited } from '../use-limit.ts'

/** Tells a limited coordinator which mentors' people a screen shows. */
export function LimitNote() {
  const t = useTranslations('team')
  const isLimited = useIsLimited()
  const mentors = useQuery({ ...mentorsQuery, enabled: isLimited }).data
  const labels = useMentorLabels(mentors)
  if (!isLimited || !mentors) return null
  const names = mentors.map(({ id }) => isolated(labels.get(id) ?? '')).join(t('and'))
  return <p className="meta">{mentors.length > 0 ? t('limit.own', { names }) : t('limit.ownNone')}</p>
}
