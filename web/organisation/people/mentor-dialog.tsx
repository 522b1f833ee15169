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
import { useMentorChoices, useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { QuickerChange } from '../quicker-change.tsx'
import { RoomAndAbsence } from './room-and-absence.tsx'
import { useCarefulSave } from './use-careful-save.ts'

type Props = { mentor: ListedMentor; others: readonly ListedMentor[]; onClose(): void }

/** The fields of an absence. The day is in the time zone of this device. */
type TypedAbsence = { isAway: boolean; until: string; cover: string }

function absenceOf({ awaySince, awayUntil, coverId }: ListedMentor): TypedAbsence {
  return {
    isAway: awaySince !== null,
    until: awayUntil === null ? '' : dayAt(awayUntil - 1),
    cover: String(coverId ?? ''),
  }
}

/**
 * Only the values that were changed in this dialog. The mentor may have come back meanwhile, and somebody in another
 * time zone may have chosen the day.
 */
export function changeOf(mentor: ListedMentor, typed: TypedAbsence & { capacity: string }) {
  const known = absenceOf(mentor)
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

/**
 * Sets how many learners a mentor has room for, and whether they are away: until which day, and who stands in. If
 * somebody else has changed this meanwhile, that change is shown. What was typed stays, and another press saves it.
 */
export function MentorDialog({ mentor, others, onClose }: Props) {
  const t = useTranslations('people')
  const inOrg = useTranslations('org')
  const act = useAct()
  const { language } = useLanguage()
  const [capacity, setCapacity] = useTyped(`capacity ${mentor.id}`, toDigitsOf(language, String(mentor.capacity)))
  // One value, because its fields make sense together only: once one is changed, none follows another person's change.
  const [absence, setAbsence] = useTyped(`absence ${mentor.id}`, absenceOf(mentor))
  const labels = useMentorLabels([mentor, ...others])
  const { seen, isLate, save } = useCarefulSave(act, mentor, {
    readStored: () =>
      queryClient.getQueryData<ListedMentor[]>(mentorsQuery.queryKey)?.find(({ id }) => id === mentor.id),
    onSaved: onClose,
  })

  function saveChange() {
    const change = changeOf(mentor, { capacity, ...absence })
    if (Object.keys(change).length === 0) return onClose()
    const input = { params: { id: String(mentor.id) }, body: { ...change, from: seenOf(seen) } }
    void save(idempotencyKey => call(changeMentor, input, { idempotencyKey }))
  }

  return (
    <Sheet isLoose title={t('capacityAndAway')} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={saveChange}>
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
          <input
            type="checkbox"
            checked={absence.isAway}
            onChange={({ target }) => setAbsence({ ...absence, isAway: target.checked })}
          />
          <b>{t('isAway')}</b>
        </label>
        {absence.isAway && <Absence mentor={mentor} others={others} absence={absence} onChange={setAbsence} />}
        {isLate && (
          <QuickerChange>
            <RoomAndAbsence mentor={seen} cover={seen.coverId === null ? undefined : labels.get(seen.coverId)} />
          </QuickerChange>
        )}
        {act.error?.code !== 'settings/changed' && <Problem of={act} />}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {isLate ? inOrg('saveStill') : t('save')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}

type AbsenceProps = Omit<Props, 'onClose'> & { absence: TypedAbsence; onChange(absence: TypedAbsence): void }

/** The fields of an absence: the last day, and the cover. */
function Absence({ mentor, others, absence, onChange }: AbsenceProps) {
  const t = useTranslations('people')
  const { until, cover } = absence
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
        onChange={until => onChange({ ...absence, until })}
      />
      <label className="field">
        <b>{t('cover')}</b>
        <select
          className="input"
          value={cover}
          onChange={({ target }) => onChange({ ...absence, cover: target.value })}
        >
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
