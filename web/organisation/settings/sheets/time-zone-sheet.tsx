import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { described, Field } from '../../../ui/fields/field.tsx'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

/** In which time zone days begin and end. */
export function TimeZoneSheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const [timeZone, setTimeZone] = useState(page.values.timeZone)
  const all = [...new Set([page.values.timeZone, ...zones()])].sort()
  return (
    <SettingForm
      page={page}
      title={t('row.timeZone')}
      lead={t('lead.timeZone')}
      wanted={{ timeZone }}
      inWords={values => <bdi dir="ltr">{values.timeZone}</bdi>}
      onClose={onClose}
    >
      {error => (
        <Field id="zone" label={t('row.timeZone')} error={error}>
          <select
            className="input"
            id="zone"
            dir="ltr"
            value={timeZone}
            onChange={({ target }) => setTimeZone(target.value)}
            {...described('zone', { error })}
          >
            {all.map(zone => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </Field>
      )}
    </SettingForm>
  )
}

function zones(): string[] {
  return Intl.supportedValuesOf('timeZone')
}
