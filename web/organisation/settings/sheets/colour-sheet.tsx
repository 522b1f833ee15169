import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DEFAULT_COLOUR, readableColour } from '../../../../contract/organisation/colour.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

/** Chooses the colour of the organisation. If white is not readable on it, a darker colour is shown and saved. */
export function ColourSheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const [colour, setColour] = useState(page.values.colour)
  const isWhole = /^#[0-9a-f]{6}$/i.test(colour)
  const shown = isWhole ? readableColour(colour) : DEFAULT_COLOUR
  return (
    <SettingForm
      page={page}
      title={t('row.colour')}
      lead={t('lead.colour')}
      wanted={{ colour: isWhole ? shown : colour }}
      inWords={({ colour }) => <bdi dir="ltr">{colour || t('ownColour')}</bdi>}
      onClose={onClose}
    >
      {error => (
        <>
          <Field id="colour" label={t('row.colour')} error={error}>
            <div className="row">
              <input
                className="colour"
                type="color"
                aria-label={t('pickColour')}
                value={isWhole ? colour : DEFAULT_COLOUR}
                onChange={({ target }) => setColour(target.value)}
              />
              <input
                className="input grow"
                id="colour"
                dir="ltr"
                autoComplete="off"
                spellCheck="false"
                placeholder={DEFAULT_COLOUR}
                value={colour}
                onChange={({ target }) => setColour(target.value.trim())}
                {...described('colour', { error })}
              />
            </div>
          </Field>
          {isWhole && (
            <p className="sample" style={{ background: shown }}>
              {t(shown === colour.toLowerCase() ? 'colourAsIs' : 'colourDarker')}
            </p>
          )}
        </>
      )}
    </SettingForm>
  )
}
