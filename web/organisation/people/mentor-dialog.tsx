import { useTranslations } from 'use-intl'
import { changeMentor, type ListedMentor, MOST_CAPACITY } from '../../../contract/organisation/mentors.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { serverNow } from '../../session.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useTyped } from '../../user/use-typed.ts'
import { CheckedField, CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { dayAt, endOfDay } from '../frame/days/chosen-day.ts'
import { WholeNumber, wholeNumberIn } from '../frame/numbers/whole-number.tsx'
import { Problem } from '../frame/problem.tsx'
import { useMentorChoices } from '../mentor-labels.ts'

type Props = { mentor: ListedMentor; others: readonly ListedMentor[]; onClose(): void }

/** Sets how many learners a mentor has room for, and whether they are away: until which day, and who stands in. */
export function MentorDialog({ mentor, others, onClose }: Props) {
  const t = useTranslations('people')
  const act = useAct()
  const labels = useMentorChoices([mentor, ...others])
  const [capacity, setCapacity] = useTyped(`capacity ${mentor.id}`, String(mentor.capacity))
  const [isAway, setIsAway] = useTyped(`is away ${mentor.id}`, mentor.awaySince !== null)
  const [until, setUntil] = useTyped(
    `away until ${mentor.id}`,
    mentor.awayUntil === null ? '' : dayAt(mentor.awayUntil - 1),
  )
  const [cover, setCover] = useTyped(`cover ${mentor.id}`, String(mentor.coverId ?? ''))

  async function save() {
    const away = { until: until === '' ? null : endOfDay(until), coverId: cover === '' ? null : Number(cover) }
    const wasAway = mentor.awaySince !== null
    const body = {
      ...(wholeNumberIn(capacity) === mentor.capacity ? {} : { capacity: wholeNumberIn(capacity) }),
      ...(isAway || wasAway ? { away: isAway ? away : null } : {}),
    }
    const params = { id: String(mentor.id) }
    const done = await act.make(idempotencyKey => call(changeMentor, { params, body }, { idempotencyKey }))
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    onClose()
  }

  return (
    <Sheet isLoose title={t('capacityAndAway')} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={() => void save()}>
        <CheckedField id="capacity" label={t('capacity')}>
          {attributes => (
            <WholeNumber
              {...attributes}
              required
              most={MOST_CAPACITY}
              wrong={t('capacityWrong')}
              value={capacity}
              onChange={setCapacity}
            />
          )}
        </CheckedField>
        <label className="tick">
          <input type="checkbox" checked={isAway} onChange={({ target }) => setIsAway(target.checked)} />
          <b>{t('isAway')}</b>
        </label>
        {isAway && (
          <>
            <CheckedInput
              id="away-until"
              label={t('awayUntil')}
              type="date"
              min={dayAt(serverNow())}
              max={dayAt(serverNow() + 366 * DAY)}
              value={until}
              onChange={setUntil}
            />
            <label className="field">
              <b>{t('cover')}</b>
              <select className="input" value={cover} onChange={({ target }) => setCover(target.value)}>
                <option value="">{t(mentor.isCoveredElsewhere ? 'otherCover' : 'noCover')}</option>
                {others.map(({ id }) => (
                  <option key={id} value={String(id)}>
                    {labels.get(id)}
                  </option>
                ))}
              </select>
            </label>
            {cover === '' && !mentor.isCoveredElsewhere && <p className="meta">{t('noCoverLead')}</p>}
          </>
        )}
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('save')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
