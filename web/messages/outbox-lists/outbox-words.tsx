import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { openList } from '../../outbox/open-list.ts'
import { isWaiting, onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isAnswer, isRefusedAnswer, isRefusedMessage } from '../../outbox/refused-answers.ts'
import { onUploadsChange, uploadShares } from '../../outbox/senders/uploads.ts'
import type { OutboxItem } from '../../outbox/store.ts'
import { Link } from '../../router/link.tsx'
import { knownSettings } from '../../settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { PercentBar } from '../../ui/progress.tsx'
import './outbox-words.css'

const SHOWN_AFTER_MS = 1500

/** Ids of refused answers whose note was closed during this visit. */
const closed = new Set<string>()

/** Says what the server does not have yet. An item that is just being sent is not mentioned. */
export function OutboxWords() {
  const items = useSyncExternalStore(onOutboxChange, outboxState)
  const shares = [...useSyncExternalStore(onUploadsChange, uploadShares).values()]
  const t = useTranslations('outbox')
  const [, redraw] = useState(0)
  const waits = useWaits()
  const refused = items.filter(isRefusedAnswer)
  const isRefusedShown = refused.some(({ id }) => !closed.has(id))
  const refusedMessages = items.filter(isRefusedMessage).length
  const isAnything = waits !== undefined || isRefusedShown || shares.length + refusedMessages > 0
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isAnything) return
    const timer = setTimeout(() => setIsLasting(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isAnything])
  if (!isAnything || !isLasting) return null
  const sending = shares.length > 0 ? t('sending', { count: shares.length }) : undefined
  if (waits === undefined && sending === undefined)
    return (
      <>
        {isRefusedShown && <RefusedNote count={refused.length} onClose={close} />}
        {refusedMessages > 0 && <RefusedMessages count={refusedMessages} />}
      </>
    )
  return (
    <div className="unsaved">
      <Icon name="clock" />
      <span role="status">{sending ?? waits}</span>
      {/* Outside the status, so that screen readers do not announce each percent. */}
      {sending && (
        <PercentBar percent={(100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length} label={sending} />
      )}
      <button className="btn quiet small" type="button" onClick={() => openList.set('waiting')}>
        {t('show')}
      </button>
    </div>
  )

  function close() {
    for (const { id } of refused) closed.add(id)
    redraw(count => count + 1)
  }
}

/** One line for all waiting items; undefined if there are none. */
function useWaits(): string | undefined {
  const t = useTranslations('outbox')
  const waiting = useSyncExternalStore(onOutboxChange, outboxState).filter(isWaiting)
  const counts = { answers: 0, pages: 0, messages: 0 }
  for (const item of waiting) counts[countedAs(item)] += 1
  const parts = (['answers', 'pages', 'messages'] as const)
    .filter(what => counts[what] > 0)
    .map(what => t(what, { count: counts[what] }))
  if (parts.length === 0) return undefined
  return t('waits', { what: parts.reduce((one, other) => t('and', { one, other })) })
}

/** A new kind that is not counted here is a type error. */
function countedAs(item: OutboxItem): 'answers' | 'pages' | 'messages' {
  switch (item.kind) {
    case 'page-log':
      return isAnswer(item) ? 'answers' : 'pages'
    case 'message':
      return 'messages'
  }
}

/** Refused answers can be read, and the note can be closed. */
function RefusedNote({ count, onClose }: { count: number; onClose(): void }) {
  const t = useTranslations()
  return (
    <div className="unsaved">
      <Icon name="warning" />
      <span role="status">{t('outbox.refused', { count })}</span>
      <button className="btn quiet small" type="button" onClick={() => openList.set('refused')}>
        {t('outbox.show')}
      </button>
      <button className="icon-btn" type="button" aria-label={t('common.close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** A refused message is shown in its conversation, with its actions; without a messenger, in a list. */
function RefusedMessages({ count }: { count: number }) {
  const t = useTranslations('outbox')
  return (
    <div className="unsaved">
      <Icon name="warning" />
      <span role="status">{t('messagesRefused', { count })}</span>
      {knownSettings().messengerEnabled ? (
        <Link className="btn quiet small" to="/messages">
          {t('show')}
        </Link>
      ) : (
        <button className="btn quiet small" type="button" onClick={() => openList.set('messages')}>
          {t('show')}
        </button>
      )}
    </div>
  )
}
