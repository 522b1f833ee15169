import { useTranslations } from 'use-intl'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { AnswerCards } from './answer-cards.tsx'
import type { PageForm } from './page-form.ts'

export const multichoice: PageForm = {
  type: 'multichoice',
  icon: 'one',
  options: ['answers'],
  answers: {
    list: 'answers',
    fields: ['isCorrect', 'feedback', 'avFilename', 'alt', 'captions', 'transcript'],
    most: 20,
  },
  hasHint: true,
  fresh: newId => ({ answers: [newId(), newId()].map(id => ({ id, text: '' })) }),
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <AnswerCards
          label={t('answers')}
          hint={t('tapRight')}
          least={2}
          most={20}
          hasRight
          hasFeedback
          addText={t('addAnswer')}
        />
      </>
    )
  },
}
