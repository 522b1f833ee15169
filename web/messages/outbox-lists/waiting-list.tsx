import { useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isWaiting, onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isAnswer } from '../../outbox/refused-answers.ts'
import type { OutboxItem } from '../../outbox/store.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { IsolatedText } from '../list/isolated-text.tsx'
import { OwnSound, useAttachedSound } from './own-sound.tsx'
import './outbox-lists.css'
import { placeOf, wordsOf } from './words.ts'

/** What waits to be sent, oldest first, so that nobody has to trust a number. */
export function WaitingList({ onClose }: { onClose(): void }) {
  const t = useTranslations('outbox')
  const items = useSyncExternalStore(onOutboxChange, outboxState).filter(isWaiting)
  return (
    <Sheet isLoose title={t(items.length === 0 ? 'sentTitle' : 'waiting')} onClose={onClose}>
      <p role="status">{t(items.length === 0 ? 'allSent' : 'waitingLead')}</p>
      {items.map(item => (
        <WaitingItem key={item.id} item={item} />
      ))}
    </Sheet>
  )
}

function WaitingItem({ item }: { item: OutboxItem }) {
  const t = useTranslations('outbox')
  const format = useFormatter()
  const mp3 = useAttachedSound(item)
  const place = placeOf(item)
  return (
    <article className="waiting-item">
      <p>
        <b>{t(kindOf(item))}</b>
        <small className="meta">{format.dateTime(item.writtenAt, { dateStyle: 'medium', timeStyle: 'short' })}</small>
      </p>
      {place && <small dir="auto">{place}</small>}
      <OwnSound mp3={mp3} />
      {wordsOf(item).map(word => (
        <blockquote dir="auto" key={word}>
          <IsolatedText text={word} />
        </blockquote>
      ))}
    </article>
  )
}

function kindOf(item: OutboxItem): 'answer' | 'page' | 'message' {
  if (item.kind === 'message') return 'message'
  return isAnswer(item) ? 'answer' : 'page'
}
