import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { openList } from '../../outbox/open-list.ts'
import { isWaiting, onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { isRefusedAnswer, isRefusedMessage } from '../../outbox/refused-answers.ts'
import type { OutboxItem } from '../../outbox/store.ts'
import { type Lazy, lazy } from '../../ui/lazy.ts'
import { useLazyAfter } from '../../ui/use-lazy-after.ts'

/** Items that are sent at once do not need the code of the list. */
const LOAD_AFTER_MS = 1500

type List = (props: { onClose(): void }) => ReactNode

const lists = {
  waiting: lazy(async () => {
    await wantTexts('messages')
    return (await import('./waiting-list.tsx')).WaitingList
  }),
  refused: lazy(async () => {
    await wantTexts('messages')
    return (await import('./refused-list.tsx')).RefusedAnswers
  }),
  messages: lazy(async () => {
    await wantTexts('messages')
    return (await import('./refused-list.tsx')).RefusedMessages
  }),
} satisfies Record<string, Lazy<List>>

/** The open list of the outbox. Its code is loaded as soon as it has an item, because the network may go. */
export function LazyLists() {
  const open = useSyncExternalStore(openList.watch, openList.get)
  const hasRefused = useSyncExternalStore(onOutboxChange, () => outboxState().some(isRefused))
  const hasWaiting = useSyncExternalStore(onOutboxChange, () => outboxState().some(isWaiting))
  useEffect(() => {
    if (hasRefused) lists.refused.load().catch(() => {})
  }, [hasRefused])
  useEffect(() => {
    if (!hasWaiting) return
    const timer = setTimeout(() => lists.waiting.load().catch(() => {}), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasWaiting])
  return open && <OpenList key={open} list={lists[open]} />
}

function isRefused(item: OutboxItem): boolean {
  return isRefusedAnswer(item) || isRefusedMessage(item)
}

function OpenList({ list }: { list: Lazy<List> }) {
  const List = useLazyAfter(list, 0)
  return List ? <List onClose={() => openList.set(undefined)} /> : null
}
