import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { isKept, type KeptLetter } from '../../outbox/kept-letters.ts'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeptAnswer } from './kept-answer.tsx'
import './kept.css'

/** Answers that the server did not take: what they are, why they are here, and what can be done with each. */
export function KeptAnswers({ onClose }: { onClose(): void }) {
  const t = useTranslations()
  const kept = useSyncExternalStore(onOutboxChange, outboxState).filter(isKept)
  // One that was let go stays in its place, to be had back.
  const [seen, setSeen] = useState<readonly KeptLetter[]>(kept)
  const fresh = kept.filter(({ id }) => !seen.some(letter => letter.id === id))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  return (
    <Dialog className="sheet stack loose" labelledBy="kept-heading" onClose={onClose}>
      <div className="row">
        <h1 className="grow" id="kept-heading" tabIndex={-1}>
          {t('kept.all')}
        </h1>
        <button className="icon-btn" type="button" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {seen.length === 0 && <p>{t('kept.none')}</p>}
      {seen.map(letter => (
        <KeptAnswer key={letter.id} letter={letter} />
      ))}
    </Dialog>
  )
}
