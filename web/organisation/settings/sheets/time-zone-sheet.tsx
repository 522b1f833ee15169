import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../../i18n/isolated.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
import { deviceZone, useZoneName, useZoneNames } from '../../zone-name.ts'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

/** Chooses the time zone in which days begin and end. */
export function TimeZoneSheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const [timeZone, setTimeZone] = useState(page.values.timeZone)
  const ownName = useZoneName(timeZone)
  const ofDevice = deviceZone()
  const nameOfDevice = useZoneName(ofDevice)
  const names = useZoneNames(page.values.timeZone, ofDevice)
  return (
    <SettingForm
      page={page}
      title={t('row.timeZone')}
      lead={t('lead.timeZone')}
      wanted={{ timeZone }}
      inWords={values => <ZoneName zone={values.timeZone} />}
      onClose={onClose}
    >
      {error => (
        <>
          <Field id="zone" label={t('row.timeZone')} error={error}>
            <select
              className="input"
              id="zone"
              disabled={!names}
              value={timeZone}
              onChange={({ target }) => setTimeZone(target.value)}
              {...described('zone', { error })}
            >
              {(names ?? [[timeZone, ownName] as const]).map(([zone, name]) => (
                <option key={zone} value={zone}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          {timeZone !== ofDevice && (
            <button className="btn quiet small" type="button" onClick={() => setTimeZone(ofDevice)}>
              {t('zoneOfDevice', { zone: isolated(nameOfDevice) })}
            </button>
          )}
        </>
      )}
    </SettingForm>
  )
}

function ZoneName({ zone }: { zone: string }) {
  return <bdi>{useZoneName(zone)}</bdi>
}
