import { useTranslations } from 'use-intl'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { SLIDER_OPTIONS, SliderFields } from './number.tsx'
import type { PageForm } from './page-form.ts'
import { RowsField } from './text-response.tsx'

export const numberTextResponse: PageForm = {
  type: 'number-text-response',
  icon: 'sliderPen',
  options: [...SLIDER_OPTIONS, 'rows'],
  hasHint: false,
  fresh: () => undefined,
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <SliderFields />
        <RowsField />
      </>
    )
  },
}
