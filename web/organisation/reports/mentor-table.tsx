import { useTranslations } from 'use-intl'
import type { MentorReport } from '../../../contract/organisation/reports.ts'
import { OrgLink } from '../frame/org-link.tsx'
import { useMentorLabel } from '../mentor-labels.ts'
import { Amount } from './chart.tsx'
import { useDuration } from './use-words.ts'

/** How many learners, waits and unheard recordings each mentor has now. */
export function MentorTable({ mentors }: { mentors: MentorReport['mentors'] }) {
  const t = useTranslations('reports.mentors')
  const duration = useDuration()
  const label = useMentorLabel()
  return (
    <table className="table">
      <caption className="visually-hidden">{t('inHand')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('mentor')}</th>
          <th scope="col">{t('learners')}</th>
          <th scope="col">{t('waiting')}</th>
          <th scope="col">{t('longest')}</th>
          <th scope="col">{t('unheard')}</th>
        </tr>
      </thead>
      <tbody>
        {mentors.map(({ mentorId, name, learners, capacity, waiting, longestMs, unheard }) => (
          <tr key={String(mentorId)}>
            <th scope="row">
              <OrgLink to={`/org/people?mentor=${mentorId ?? 'none'}`}>
                {name === null ? t('nobody') : <bdi>{label(mentorId, name)}</bdi>}
              </OrgLink>
            </th>
            <td data-l={t('learners')}>
              <span>
                {capacity === null ? <Amount of={learners} /> : t('of', { learners, capacity })}{' '}
                {capacity !== null && learners > capacity && <span className="tag ask">{t('over')}</span>}
              </span>
            </td>
            <td data-l={t('waiting')}>{t('people', { count: waiting })}</td>
            <td data-l={t('longest')}>{longestMs === null ? t('none') : duration(longestMs)}</td>
            <td data-l={t('unheard')}>{t('voices', { count: unheard })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
