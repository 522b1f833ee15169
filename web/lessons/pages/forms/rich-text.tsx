import { useTranslations } from 'use-intl'
import { PageText } from '../../../editor/fields/page-text.tsx'
import type { PageForm } from './page-form.ts'

export const richText: PageForm = {
  type: 'rich-text',
  icon: 'text',
  options: [],
  hasHint: false,
  fresh: () => undefined,
  Form() {
    const t = useTranslations('editor')
    return <PageText path={['textContent']} label={t('text')} />
  },
}
