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
    <Dialog className="sheet stack loose" labelledBy="kept-heading" onClose={onClose}>
      <div className="row kept-head">
        <h1 className="grow" id="kept-heading" tabIndex={-1}>
          {t('kept.all')}
        </h1>
        <button className="icon-btn" type="button" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {answers.length === 0 && <p>{t('kept.none')}</p>}
      {answers.map(item => (
        <RefusedAnswerCard key={item.id} item={item} isGone={item.refusedAs === 'not-found'} />
      ))}
    </Dialog>
  )
}
