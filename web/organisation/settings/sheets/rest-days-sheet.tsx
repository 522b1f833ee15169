import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { DAY } from '../../../../contract/time.ts'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

/** 0 is Sunday. */
export const WEEK = [0, 1, 2, 3, 4, 5, 6]
const A_SUNDAY = Date.UTC(2026, 10, 22)
/** At least one day must be no rest day. */
const MOST = WEEK.length - 1

/** Chooses the days of the week on which nobody has to answer. */
export function RestDaysSheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const inWords = useWeekdays()
  const [days, setDays] = useState<readonly number[]>(page.values.restDays)
  return (
    <SettingForm
      page={page}
      title={t('row.restDays')}
      lead={t('lead.restDays')}
      wanted={{ restDays: [...days].sort() }}
      inWords={({ restDays }) => inWords(restDays)}
      onClose={onClose}
    >
      {() => (
        <fieldset>
          <legend className="visually-hidden">{t('row.restDays')}</legend>
          {WEEK.map(day => (
            <label className="tick" key={day}>
              <input
                type="checkbox"
                checked={days.includes(day)}
                disabled={days.length === MOST && !days.includes(day)}
                onChange={({ target }) => setDays(target.checked ? [...days, day] : days.filter(one => one !== day))}
              />
              <span>{inWords([day])}</span>
            </label>
          ))}
        </fieldset>
      )}
    </SettingForm>
  )
}

/** Days of the week by their names. */
export function useWeekdays(): (days: readonly number[]) => string {
  const t = useTranslations('orgSettings.chosen')
  const format = useFormatter()
  return days => {
    const names = days.map(day => format.dateTime(A_SUNDAY + day * DAY, { weekday: 'long', timeZone: 'UTC' }))
    return names.length > 0 ? format.list(names) : t('noRestDays')
  }
}
