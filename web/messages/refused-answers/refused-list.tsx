import { useTranslations } from 'use-intl'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RefusedAnswerCard } from './refused-answer-card.tsx'
import './refused-answers.css'
import { useRefusedAnswers } from './use-refused-answers.ts'

/** Refused answers: what they are, why they are here, and what can be done with each. */
export function RefusedAnswers({ onClose }: { onClose(): void }) {
  const t = useTranslations()
  const answers = useRefusedAnswers(() => true)
  return (
    <Dialog className="sheet stack loose" labelledBy="refused-heading" onClose={onClose}>
      <div className="row refused-head">
        <h1 className="grow" id="refused-heading" tabIndex={-1}>
          {t('refusedAnswers.all')}
        </h1>
        <button className="icon-btn" type="button" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {answers.length === 0 && <p>{t('refusedAnswers.none')}</p>}
      {answers.map(item => (
        <RefusedAnswerCard key={item.id} item={item} isGone={item.refusedAs === 'not-found'} />
      ))}
    </Dialog>
  )
}
