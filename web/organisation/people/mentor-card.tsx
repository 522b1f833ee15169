import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useMentorLabel } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { MentorDialog } from './mentor-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RoomAndAbsence } from './room-and-absence.tsx'

/** For a learner: their mentor. For a mentor: their learners, room and absence. */
export function MentorCard({ person }: { person: PersonDetails }) {
  const t = useTranslations('people')
  const label = useMentorLabel()
  const [isMoving, setIsMoving] = useState(false)
  const { mentor, mentorId, learners } = person
  if (mentorId !== null) return <OwnLearners mentorId={mentorId} count={learners} />
  return (
    <section className="card stack">
      <h2>{t('mentor')}</h2>
      <p>
        {mentor ? (
          <>
            <b>
              <bdi>{label(mentor.id, mentor.name)}</bdi>
            </b>
            <span className="meta block">{t('room', { learners: mentor.learners, capacity: mentor.capacity })}</span>
          </>
        ) : (
          t('noMentor')
        )}
      </p>
      <button className="btn second small" type="button" onClick={() => setIsMoving(true)}>
        {t(mentor ? 'changeMentor' : 'assign')}
      </button>
      {isMoving && (
        <MoveDialog uids={[person.uid]} seen={[mentor?.id ?? null]} count={1} onClose={() => setIsMoving(false)} />
      )}
    </section>
  )
}

function OwnLearners({ mentorId, count }: { mentorId: number; count: number }) {
  const t = useTranslations('people')
  const mentors = useQuery(mentorsQuery)
  const [open, setOpen] = useState<'move' | 'change'>()
  const mentor = mentors.data?.find(({ id }) => id === mentorId)
  const others = mentors.data?.filter(({ id, isActive }) => isActive && id !== mentorId) ?? []
  const close = () => setOpen(undefined)
  return (
    <section className="card stack">
      <h2>{t('isMentor')}</h2>
      <p>
        {t('hasLearners', { count })}
        {mentor && <RoomAndAbsence mentor={mentor} />}
      </p>
      {mentor && (
        <button className="btn second small" type="button" onClick={() => setOpen('change')}>
          {t('capacityAndAway')}
        </button>
      )}
      {count > 0 && (
        <button className="btn second small" type="button" onClick={() => setOpen('move')}>
          {t('handOver')}
        </button>
      )}
      {open === 'move' && <MoveDialog from={mentorId} count={count} onClose={close} />}
      {open === 'change' && mentor && <MentorDialog mentor={mentor} others={others} onClose={close} />}
    </section>
  )
}
