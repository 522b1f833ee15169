import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changeMentor, type ListedMentor, MAX_CAPACITY } from '../../../contract/organisation/mentors.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
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
import { mentorsQuery } from '../mentors-query.ts'

type Props = { mentor: ListedMentor; others: readonly ListedMentor[]; onClose(): void }

/** The values of the fields of the dialog. Days are in the time zone of this device. */
function typedFrom({ capacity, awaySince, awayUntil, coverId }: ListedMentor) {
  return {
    capacity: String(capacity),
    isAway: awaySince !== null,
    until: awayUntil === null ? '' : dayAt(awayUntil - 1),
    cover: String(coverId ?? ''),
  }
}

/**
 * Only the values that were changed in this dialog. The mentor may have come back meanwhile, and somebody in another
 * time zone may have chosen the day.
 */
export function changeOf(mentor: ListedMentor, typed: ReturnType<typeof typedFrom>) {
  const known = typedFrom(mentor)
  const { isAway, until, cover } = typed
  const isSame = isAway === known.isAway && (!isAway || (until === known.until && cover === known.cover))
  const away = { until: until === '' ? null : endOfDay(until), coverId: cover === '' ? null : Number(cover) }
  return {
    ...(wholeNumberIn(typed.capacity) === mentor.capacity ? {} : { capacity: wholeNumberIn(typed.capacity) }),
    ...(isSame ? {} : { away: isAway ? away : null }),
  }
}

function seenOf({ capacity, awaySince, awayUntil, coverId }: ListedMentor) {
  return { capacity, awaySince, awayUntil, coverId }
}

/** Sets how many learners a mentor has room for, and whether they are away: until which day, and who stands in. */
export function MentorDialog({ mentor, others, onClose }: Props) {
  const t = useTranslations('people')
  const act = useAct()
  const { language } = useLanguage()
  const known = typedFrom(mentor)
  const [capacity, setCapacity] = useTyped(`capacity ${mentor.id}`, toDigitsOf(language, known.capacity))
  const [isAway, setIsAway] = useTyped(`is away ${mentor.id}`, known.isAway)
  const [until, setUntil] = useTyped(`away until ${mentor.id}`, known.until)
  const [cover, setCover] = useTyped(`cover ${mentor.id}`, known.cover)
  const [from, setFrom] = useState(mentor)

  async function save() {
    const change = changeOf(mentor, { capacity, isAway, until, cover })
    if (Object.keys(change).length === 0) return onClose()
    const input = { params: { id: String(mentor.id) }, body: { ...change, from: seenOf(from) } }
    const send = (idempotencyKey: string) => call(changeMentor, input, { idempotencyKey })
    const done = await act.make(send, ({ code }) => code === 'settings/changed' && void showChanged())
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    onClose()
  }

  /** Called if somebody else, or the mentor, saved a change before. The fields then show what is stored now. */
  async function showChanged() {
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    const now = queryClient.getQueryData<ListedMentor[]>(mentorsQuery.queryKey)?.find(({ id }) => id === mentor.id)
    if (!now) return
    const stored = typedFrom(now)
    setFrom(now)
    setCapacity(toDigitsOf(language, stored.capacity))
    setIsAway(stored.isAway)
    setUntil(stored.until)
    setCover(stored.cover)
  }

  return (
    <Sheet isLoose title={t('capacityAndAway')} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={() => void save()}>
        <CheckedField id="capacity" label={t('capacity')}>
          {attributes => (
            <WholeNumber
              {...attributes}
              required
              most={MAX_CAPACITY}
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
          <Absence mentor={mentor} others={others} until={until} cover={cover} onUntil={setUntil} onCover={setCover} />
        )}
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('save')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}

type AbsenceProps = Omit<Props, 'onClose'> & {
  until: string
  cover: string
  onUntil(day: string): void
  onCover(id: string): void
}

/** The fields of an absence: the last day, and the cover. */
function Absence({ mentor, others, until, cover, onUntil, onCover }: AbsenceProps) {
  const t = useTranslations('people')
  const labels = useMentorChoices([mentor, ...others])
  return (
    <>
      <CheckedInput
        id="away-until"
        label={t('awayUntil')}
        type="date"
        min={dayAt(serverNow())}
        max={dayAt(serverNow() + 366 * DAY)}
        value={until}
        onChange={onUntil}
      />
      <label className="field">
        <b>{t('cover')}</b>
        <select className="input" value={cover} onChange={({ target }) => onCover(target.value)}>
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
  )
}
