import { useTranslations } from 'use-intl'
import { MAX_TITLE } from '../../../../contract/organisation/courses.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { usePageForm } from '../../../editor/fields/form-context.ts'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { TextField } from '../../../editor/fields/text-field.tsx'
import { TextArea } from '../../../editor/text-area.tsx'
import { described, Field } from '../../../ui/fields/field.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { COURSE_COLOURS } from '../places-in-course.ts'
import { IconField } from './icon/icon-field.tsx'

/** Fields for the card of the course and for its end. */
export function CourseFields({ draft }: { draft: Draft }) {
  const t = useTranslations('editor')
  const { read, change } = usePageForm()
  const note = read(['note'])
  return (
    <>
      <TextField path={['title']} label={t('courseTitle')} isOptional={false} most={MAX_TITLE} />
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
      <CanDoField />
    </>
  )
}

/** A field with one line for each thing that learners can do afterwards. Too many lines stay, with an error. */
function CanDoField() {
  const t = useTranslations('editor')
  const { language, read, change, problemAt } = usePageForm()
  const lines = read(['canDo'])
  const hint = t('canDoHint')
  const error = problemAt(['canDo'])
  const write = (written: readonly string[]) =>
    change({ op: 'set', path: ['canDo'], to: written.every(isEmpty) ? undefined : written })

  return (
    <Field id="can-do" label={t('canDo')} hint={hint} isOptional error={error}>
      <TextArea
        {...described('can-do', { hint, error })}
        className="input"
        id="can-do"
        rows={3}
        language={language}
        value={Array.isArray(lines) ? lines.join('\n') : ''}
        onChange={text => write(text.split('\n'))}
        // Each new line begins empty, but a course with an empty line cannot be published.
        onBlur={({ target }) => {
          const written = target.value.split('\n')
          if (target.value !== '' && written.some(isEmpty)) write(written.filter(line => !isEmpty(line)))
        }}
      />
    </Field>
  )
}

function isEmpty(line: string): boolean {
  return line.trim() === ''
}

export function LessonFields() {
  const t = useTranslations('editor')
  const { read, change } = usePageForm()
  return (
    <>
      <TextField path={['title']} label={t('lessonTitle')} isOptional={false} most={MAX_TITLE} />
      <Switch
        label={t('lessonBeta')}
        hint={t('lessonBetaHint')}
        isOn={read(['beta']) === true}
        onChange={isOn => change({ op: 'set', path: ['beta'], to: isOn ? true : undefined })}
      />
    </>
  )
}
