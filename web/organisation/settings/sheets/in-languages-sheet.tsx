import { useTranslations } from 'use-intl'
import { languageCodes, languages } from '../../../../contract/languages.ts'
import { mistakeIn, ORGANISATION_NAME_LIMIT, TEXT_LIMIT } from '../../../../contract/organisation/setting-rules.ts'
import { inEachLanguage } from '../../../../contract/text/in-each-language.ts'
import { smsParts } from '../../../../contract/text/sms-parts.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
import { useTyped } from '../../../user/use-typed.ts'
import { filledIn } from './filled-in.ts'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

type Props = SettingSheetProps & { name: 'name' | 'invitation' | 'reminder' }

const LEADS = { name: 'nameLead', invitation: 'textLead', reminder: 'reminderLead' } as const

/** Changes the name, or a text, in each language. Below each text is the number of paid messages that it needs. */
export function InLanguagesSheet({ page, name, onClose }: Props) {
  const t = useTranslations('orgSettings.chosen')
  const [texts, setTexts] = useTyped(`setting ${name}`, page.values[name])
  return (
    <SettingForm
      page={page}
      title={t(`row.${name}`)}
      lead={t(LEADS[name])}
      wanted={{ [name]: texts }}
      inWords={values => languageCodes.map(code => values[name][code]).join(' – ')}
      onClose={onClose}
    >
      {error =>
        languageCodes.map(code => {
          const id = `text-${code}`
          const isWrong = error && mistakeIn({ name, to: inEachLanguage(() => texts[code]) }) !== undefined
          const own = isWrong ? error : undefined
          const filled = name === 'name' ? null : filledIn({ name, text: texts[code], language: code }, page)
          const field = {
            id,
            className: 'input',
            lang: code,
            dir: languages[code].direction,
            value: texts[code],
            maxLength: name === 'name' ? ORGANISATION_NAME_LIMIT : TEXT_LIMIT,
            onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [code]: target.value }),
            ...described(id, { error: own }),
          } as const
          return (
            <Field key={code} id={id} label={languages[code].name} error={own}>
              {filled === null ? <input autoComplete="off" {...field} /> : <textarea rows={3} {...field} />}
              {filled !== null && <p className="meta">{t('parts', smsParts(filled))}</p>}
            </Field>
          )
        })
      }
    </SettingForm>
  )
}
