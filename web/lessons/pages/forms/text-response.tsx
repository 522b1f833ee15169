import { useTranslations } from 'use-intl'
import { NumberField } from '../../../editor/fields/number-field.tsx'
import { PageText } from '../../../editor/fields/page-text.tsx'
import type { PageForm } from './page-form.ts'

export const textResponse: PageForm = {
  type: 'text-response',
  icon: 'pen',
  options: ['rows'],
  hasHint: false,
  fresh: () => undefined,
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <RowsField />
      </>
    )
  },
}

export function RowsField() {
  const t = useTranslations('editor')
  return <NumberField path={['options', 'rows']} label={t('option.rows.label')} usual={5} least={1} most={30} isWhole />
}
