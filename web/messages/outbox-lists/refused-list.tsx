import { useTranslations } from 'use-intl'
import { isRefusedMessage } from '../../outbox/refused-answers.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { RefusedAnswerCard } from './refused-answer-card.tsx'
import './outbox-lists.css'
import { RefusedCard } from './refused-card.tsx'
import { useRefused, useRefusedAnswers } from './use-refused.ts'

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

/** Messages that cannot be sent, where the messenger is switched off and no conversation shows them. */
export function RefusedMessages({ onClose }: { onClose(): void }) {
  const t = useTranslations('refusedAnswers')
  const messages = useRefused(isRefusedMessage)
  return (
    <Sheet isLoose title={t('messages')} onClose={onClose}>
      {messages.length === 0 && <p>{t('none')}</p>}
      {messages.map(item => (
        <RefusedCard key={item.id} item={item} title={t('titleMessage')} lead={t('messengerOff')} />
      ))}
    </Sheet>
  )
}
