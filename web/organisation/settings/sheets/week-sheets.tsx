import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { OrgSettings } from '../../../../contract/organisation/settings.ts'
import { HOUR } from '../../../../contract/time.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { useWeekdays, WEEK } from './rest-days-sheet.tsx'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

/** Chooses the first day of the week in reports. */
export function FirstWeekdaySheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const inWords = useWeekdays()
  const [day, setDay] = useState(page.values.firstWeekday)
  return (
    <SettingForm
      page={page}
      title={t('row.firstWeekday')}
      lead={t('lead.firstWeekday')}
      wanted={{ firstWeekday: day }}
      inWords={({ firstWeekday }) => inWords([firstWeekday])}
      onClose={onClose}
    >
      {() => (
        <Field id="first-weekday" label={t('row.firstWeekday')} error={undefined}>
          <select
            className="input"
            id="first-weekday"
            value={day}
            onChange={({ target }) => setDay(Number(target.value))}
          >
            {WEEK.map(one => (
              <option key={one} value={one}>
                {inWords([one])}
              </option>
            ))}
          </select>
        </Field>
      )}
    </SettingForm>
  )
}

const NOON = 12
const EVENINGS = Array.from({ length: NOON }, (_, index) => NOON + 1 + index)
const MORNINGS = Array.from({ length: NOON + 1 }, (_, index) => index)

/** Chooses the hours in which nobody has to answer. */
export function NightsSheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const inWords = useNights()
  const hour = useHour()
  const { sleepsAt, wakesAt } = page.values
  const [night, setNight] = useState({ sleepsAt, wakesAt })
  return (
    <SettingForm
      page={page}
      title={t('row.nights')}
      lead={t('lead.nights')}
      wanted={night}
      inWords={inWords}
      onClose={onClose}
    >
      {() =>
        (['sleepsAt', 'wakesAt'] as const).map(end => (
          <Field id={end} key={end} label={t(end)} error={undefined}>
            <select
              className="input"
              id={end}
              value={night[end]}
              onChange={({ target }) => setNight({ ...night, [end]: Number(target.value) })}
            >
              {(end === 'sleepsAt' ? EVENINGS : MORNINGS).map(one => (
                <option key={one} value={one}>
                  {hour(one)}
                </option>
              ))}
            </select>
          </Field>
        ))
      }
    </SettingForm>
  )
}

/** The night in words: from 22:00 to 7:00. */
export function useNights(): (values: Pick<OrgSettings, 'sleepsAt' | 'wakesAt'>) => string {
  const t = useTranslations('orgSettings.chosen')
  const hour = useHour()
  return ({ sleepsAt, wakesAt }) => t('fromTo', { from: hour(sleepsAt), to: hour(wakesAt) })
}

function useHour(): (hour: number) => string {
  const format = useFormatter()
  return hour => format.dateTime(hour * HOUR, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
}
