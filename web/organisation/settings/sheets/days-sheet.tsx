import { useTranslations } from 'use-intl'
import { toDigitsOf, toWesternDigits } from '../../../i18n/digits.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { described, Field } from '../../../ui/fields/field.tsx'
import { useTyped } from '../../../user/use-typed.ts'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

type Props = SettingSheetProps & { name: 'aimDays' | 'silentDays' }

/** Changes a setting that is a number of days. */
export function DaysSheet({ page, name, onClose }: Props) {
  const t = useTranslations('orgSettings.chosen')
  const { language } = useLanguage()
  const [text, setText] = useTyped(`setting ${name}`, toDigitsOf(language, String(page.values[name])))
  return (
    <SettingForm
      page={page}
      title={t(`row.${name}`)}
      lead={t(`lead.${name}`)}
      wanted={{ [name]: Number(toWesternDigits(text) || Number.NaN) }}
      inWords={values => t('days', { count: values[name] })}
      onClose={onClose}
    >
      {error => (
        <Field id="days" label={t('inDays')} error={error}>
          <input
            className="input"
            id="days"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            {...described('days', { error })}
          />
        </Field>
      )}
    </SettingForm>
  )
}
