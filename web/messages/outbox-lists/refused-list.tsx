import { useTranslations } from 'use-intl'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { RefusedAnswerCard } from './refused-answer-card.tsx'
import './outbox-lists.css'
import { useRefusedAnswers } from './use-refused-answers.ts'

/** Refused answers: what they are, why they are here, and what can be done with each. */
export function RefusedAnswers({ onClose }: { onClose(): void }) {
  const t = useTranslations('refusedAnswers')
  const answers = useRefusedAnswers(() => true)
  return (
    <Sheet isLoose title={t('all')} onClose={onClose}>
      {answers.length === 0 && <p>{t('none')}</p>}
      {answers.map(item => (
        <RefusedAnswerCard key={item.id} item={item} isGone={item.refusedAs === 'not-found'} />
      ))}
    </Sheet>
  )
}
