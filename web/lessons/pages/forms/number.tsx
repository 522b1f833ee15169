import { useTranslations } from 'use-intl'
import { NumberField } from '../../../editor/fields/number-field.tsx'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { TextField } from '../../../editor/fields/text-field.tsx'
import type { PageForm } from './page-form.ts'

export const SLIDER_OPTIONS = ['min', 'max', 'step', 'minLabel', 'maxLabel'] as const

export const number: PageForm = {
  type: 'number',
  icon: 'slider',
  options: SLIDER_OPTIONS,
  hasHint: false,
  fresh: () => undefined,
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <SliderFields />
      </>
    )
  },
}

export function SliderFields() {
  const t = useTranslations('editor')
  return (
    <fieldset className="stack">
      <legend>{t('slider')}</legend>
      <div className="field-pair">
        <NumberField path={['options', 'min']} label={t('option.min.label')} usual={0} />
        <NumberField path={['options', 'max']} label={t('option.max.label')} usual={10} />
        <NumberField path={['options', 'step']} label={t('option.step.label')} usual={1} />
      </div>
      <div className="field-pair">
        <TextField path={['options', 'minLabel']} label={t('option.minLabel.label')} />
        <TextField path={['options', 'maxLabel']} label={t('option.maxLabel.label')} />
      </div>
    </fieldset>
  )
}
