import { useTranslations } from 'use-intl'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeptAnswer } from './kept-answer.tsx'
import './kept.css'
import { useKept } from './use-kept.ts'

/** Answers that the server did not take: what they are, why they are here, and what can be done with each. */
export function KeptAnswers({ onClose }: { onClose(): void }) {
  const t = useTranslations()
  const kept = useKept(() => true)
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
      {kept.length === 0 && <p>{t('kept.none')}</p>}
      {kept.map(letter => (
        <KeptAnswer key={letter.id} letter={letter} isGone={letter.refusedAs === 'not-found'} />
      ))}
    </Dialog>
  )
}
