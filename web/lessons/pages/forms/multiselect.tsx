import { useTranslations } from 'use-intl'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { AnswerCards } from './answer-cards.tsx'
import type { PageForm } from './page-form.ts'

export const multiselect: PageForm = {
  type: 'multiselect',
  icon: 'many',
  options: ['answers'],
  answers: { list: 'answers', fields: ['feedback'], most: 30 },
  hasHint: false,
  fresh: newId => ({ answers: [newId(), newId()].map(id => ({ id, text: '' })) }),
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <AnswerCards
          label={t('answers')}
          hint={t('noRight')}
          least={2}
          most={30}
          hasFeedback
          addText={t('addAnswer')}
        />
      </>
    )
  },
}
