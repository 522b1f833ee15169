import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { usePageForm } from '../../../editor/fields/form-context.ts'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { TextField } from '../../../editor/fields/text-field.tsx'
import { TextArea } from '../../../editor/text-area.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { COURSE_COLOURS } from '../places-in-course.ts'
import { IconField } from './icon/icon-field.tsx'

const MOST_TITLE = 200

/** Fields for the card of the course and for its end. */
export function CourseFields({ draft }: { draft: Draft }) {
  const t = useTranslations('editor')
  const { language, read, change } = usePageForm()
  const note = read(['note'])
  const canDo = read(['canDo'])
  const lines = Array.isArray(canDo) ? canDo.join('\n') : ''
  return (
    <>
      <TextField path={['title']} label={t('courseTitle')} isOptional={false} most={MOST_TITLE} />
      <PageText path={['description']} label={t('description')} hint={t('descriptionHint')} />
      <fieldset className="stack tight">
        <legend>{t('colour')}</legend>
        <div className="colours">
          {COURSE_COLOURS.map((colour, index) => (
            <label key={colour}>
              <input
                type="radio"
                name="colour"
                aria-label={t('colourNumber', { number: index + 1 })}
                checked={note === colour}
                onChange={() => change({ op: 'set', path: ['note'], to: colour })}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="12" r="12" fill={colour} />
              </svg>
            </label>
          ))}
        </div>
      </fieldset>
      <IconField draft={draft} />
      <Field id="can-do" label={t('canDo')} hint={t('canDoHint')} isOptional error={undefined}>
        <TextArea
          className="input"
          id="can-do"
          aria-describedby="can-do-hint"
          rows={3}
          language={language}
          value={lines}
          onChange={text =>
            change({ op: 'set', path: ['canDo'], to: text.trim() === '' ? undefined : text.split('\n').slice(0, 6) })
          }
        />
      </Field>
    </>
  )
}

export function LessonFields() {
  const t = useTranslations('editor')
  const { read, change } = usePageForm()
  return (
    <>
      <TextField path={['title']} label={t('lessonTitle')} isOptional={false} most={MOST_TITLE} />
      <Switch
        label={t('lessonBeta')}
        hint={t('lessonBetaHint')}
        isOn={read(['beta']) === true}
        onChange={isOn => change({ op: 'set', path: ['beta'], to: isOn ? true : undefined })}
      />
    </>
  )
}
