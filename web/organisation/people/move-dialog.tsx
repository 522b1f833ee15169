import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { moveLearners, undoMove } from '../../../contract/organisation/mentors.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { useQuery } from '../../queries/use-query.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { CheckedForm } from '../frame/checked-form/checked-form.tsx'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { Problem } from '../frame/problem.tsx'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { useIsLimited } from '../use-limit.ts'
import { type MadeMove, MovedNote } from './moved-note.tsx'

/** Either chosen learners with the mentors that the screen shows for them (null: none), or all learners of a mentor. */
type Learners = { uids: readonly string[]; seen: readonly (number | null)[] } | { from: number }
type Props = Learners & { count: number; onClose(isMoved: boolean): void }

/** Chooses the next mentor, explains the move, and offers to undo it. */
export function MoveDialog({ count, onClose, ...which }: Props) {
  const t = useTranslations('people')
  const mentors = useQuery(mentorsQuery)
  const labels = useMentorLabels(mentors.data)
  const act = useAct()
  const isLimited = useIsLimited()
  const [only, ...others] = 'from' in which ? [which.from] : which.seen
  const former = others.length === 0 ? only : undefined
  const choices = mentors.data?.filter(({ id, isActive }) => isActive && id !== former) ?? []
  const [to, setTo] = useState<number>()
  const [moved, setMoved] = useState<MadeMove>()
  /** The mentors that were shown before. Undefined after a change by somebody else, so that the next press counts. */
  const [seen, setSeen] = useState('from' in which ? undefined : which.seen)
  const chosen = choices.find(({ id }) => id === to)

  async function move() {
    if (to === undefined) return
    const body =
      'from' in which ? { to, from: which.from } : { to, uids: [...which.uids], ...(seen && { seen: [...seen] }) }
    const send = (idempotencyKey: string) => call(moveLearners, { body }, { idempotencyKey })
    const done = await act.make(send, ({ code }) => code === 'settings/changed' && void showChanged())
    if (!done) return
    // The name is noted now, because the list of choices is then loaded again without this mentor.
    setMoved({ ...done.data, mentor: labels.get(to) ?? '' })
    await refresh()
  }

  /** Called if somebody else has moved these learners, perhaps to the chosen mentor. */
  function showChanged() {
    setSeen(undefined)
    setTo(undefined)
    return refresh()
  }

  async function moveBack(id: string) {
    const done = await act.make(idempotencyKey => call(undoMove, { params: { id } }, { idempotencyKey }))
    if (!done) return
    await refresh()
    onClose(true)
  }

  const refresh = () => queryClient.invalidateQueries({ queryKey: ['organisation'] })

  // After a move from a mentor, `count` is 0, so the count of the move is shown.
  const title = t('moveTitle', { count: moved?.count ?? count })
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={() => onClose(moved !== undefined)}>
      {moved ? (
        <MovedNote move={moved} act={act} onDone={() => onClose(true)} onUndo={() => void moveBack(moved.id)} />
      ) : (
        <CheckedForm onSubmit={() => void move()}>
          <p>{t('moveLead')}</p>
          {!mentors.data && (
            <NotLoaded error={mentors.error} label={t('loading')} text={t('error')} onRetry={mentors.refetch} />
          )}
          {mentors.data && choices.length === 0 && (
            <>
              <p>{t('noOtherMentor')}</p>
              {!isLimited && (
                <OrgLink className="btn second" to="/org/team?invite=mentor">
                  {t('inviteMentor')}
                </OrgLink>
              )}
            </>
          )}
          <fieldset className="stack tight">
            <legend className="visually-hidden">{t('moveTo')}</legend>
            {choices.map(({ id, learners, capacity, awaySince }) => (
              <label className="tick" key={id}>
                <input type="radio" name="mentor" required checked={to === id} onChange={() => setTo(id)} />
                <span>
                  <b>
                    <bdi>{labels.get(id)}</bdi>
                  </b>
                  <small>
                    {t('room', { learners, capacity })}
                    {awaySince !== null && `${t('comma')}${t('away')}`}
                  </small>
                </span>
              </label>
            ))}
          </fieldset>
          {chosen && chosen.learners + count > chosen.capacity && <p className="meta">{t('overfull')}</p>}
          <Problem of={act} />
          <button className="btn wide" type="submit" aria-busy={act.isBusy} disabled={to === undefined}>
            {t('move')}
          </button>
        </CheckedForm>
      )}
    </Sheet>
  )
}
