import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { HandOver } from '../../../contract/messages.ts'
import { serverNow } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import type { UnsentActs } from '../composer/use-unsent-acts.ts'
import { byDay, handOversIn, type ShownMessage, startOfDay } from '../conversation/conversation.ts'
import { useMarkSeen } from '../conversation/use-mark-seen.ts'
import { usePart } from '../conversation/use-part.ts'
import { useIsLineAbove, useUnreadLine } from '../conversation/use-unread-line.ts'
import { DayGroup } from './day-group.tsx'
import { readAt } from './scroll-place.ts'
import { type ScrollTarget, useListScroll } from './use-list-scroll.ts'
import { useNear } from './use-near.ts'

type Props = {
  /** The name in the heading. */
  heading: string
  shown: readonly ShownMessage[]
  handOvers: readonly HandOver[]
  hasOlder: boolean
  /** The other side: the id of a mentor, or the uid of a learner. */
  from: string
  /** The time (ISO) of the newest message from the other side; undefined if all of them were seen. */
  newestUnseen: string | undefined
  /** False if the server's count says that nothing is new. */
  mayBeUnread?: boolean
  /** The messages are those that an earlier visit saved: the server has not replied yet. */
  isSaved: boolean
  /** The message (the server's id) at which the list opens, instead of at its end. It is marked. */
  found?: string | undefined
  onOlder(): Promise<void>
  acts: UnsentActs
  /** Shown while there is no message. */
  children?: ReactNode
}

/** The list of a conversation: days, messages, and buttons to the newest and to older ones. */
export function MessageList({
  heading,
  shown,
  handOvers,
  hasOlder,
  from,
  newestUnseen,
  mayBeUnread = true,
  isSaved,
  found,
  onOlder,
  acts,
  children,
}: Props) {
  const t = useTranslations('messages')
  const list = useRef<HTMLDivElement>(null)
  const unread = useUnreadLine(shown, { mayBeUnread, isSaved })
  const foundKey = found === undefined ? undefined : shown.find(({ id }) => id === found)?.key
  const [aim, setAim] = useState<ScrollTarget | undefined>(() =>
    foundKey ? { key: foundKey, place: 'middle' } : undefined,
  )
  const options = { hasOlder, onOlder, opensAt: foundKey }
  const { part, isOpenBefore, isOpenAfter, older, newer, toEnd, toMessage, limit } = usePart(shown, options)
  const { isAway, isAtEnd, scrollToEnd } = useListScroll(list, part, { isCut: isOpenAfter, aim })
  // It removes messages on the side away from the reader, so it must run after `useListScroll` has scrolled the list.
  useLayoutEffect(() => {
    if (list.current && part.length > 0) limit(readAt(list.current))
  }, [limit, part])
  const isUnreadAbove = useIsLineAbove(list, unread?.key, part)
  useMarkSeen(list, from, newestUnseen, { shown, isAway, isAtEnd })
  const today = useToday()
  const days = useMemo(
    () => byDay(part, handOversIn(part, handOvers, { isOpenBefore, isOpenAfter })),
    [part, handOvers, isOpenBefore, isOpenAfter],
  )
  // Screen readers announce the newest message of the server. A waiting or failed one may be last in the list.
  const newest = shown.findLast(({ id }) => id !== undefined)
  function toUnread(key: string) {
    toMessage(key)
    setAim({ key, place: 'start' })
  }
  /** The button disappears, so the focus goes to the list, where the arrow keys scroll. */
  function toNewest() {
    list.current?.focus({ preventScroll: true })
    if (isOpenAfter) toEnd()
    else scrollToEnd()
  }
  return (
    <div className="conversation-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people with a keyboard only scroll with it. */}
      <div className="conversation" role="log" aria-live="off" aria-label={t('list')} ref={list} tabIndex={0}>
        <div className="conversation-in">
          {isOpenBefore && <Older before={part[0]?.key} onOlder={older} />}
          {shown.length === 0 && children}
          {days.map(day => (
            <DayGroup
              key={day.start}
              day={day}
              today={today}
              heading={heading}
              acts={acts}
              unread={day.shown.some(({ key }) => key === unread?.key) ? unread : undefined}
              found={day.shown.some(({ key }) => key === foundKey) ? foundKey : undefined}
            />
          ))}
          {isOpenAfter && <Newer after={part.at(-1)?.key} onNewer={newer} />}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {newest && !newest.isMine && `${newest.fromName ?? ''} ${newest.text || t('speak')}`}
      </p>
      {unread && isUnreadAbove && (
        <button className="to-unread" type="button" onClick={() => toUnread(unread.key)}>
          <Icon name="down" />
          {t('unread', { count: unread.count })}
        </button>
      )}
      {isAway && (
        <button className="icon-btn jump" type="button" aria-label={t('newer')} onClick={toNewest}>
          <Icon name="down" />
          {newestUnseen !== undefined && <span className="dot" />}
        </button>
      )}
    </div>
  )
}

/** Shown until a conversation that opens far above its end is loaded that far. */
export function MessageListLoading() {
  const t = useTranslations('messages')
  return (
    <div className="conversation-frame" aria-busy="true">
      <p className="meta on-its-way" role="status">
        {t('loadingOlder')}
      </p>
    </div>
  )
}

/** Loads older messages as soon as they are scrolled to. If that fails, it says so, and tries again with a network. */
function Older({ before, onOlder }: { before: string | undefined; onOlder(): Promise<void> }) {
  const t = useTranslations('messages')
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  async function fetchThem() {
    if (isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    await onOlder().catch(() => setHasFailed(true))
    setIsBusy(false)
  }
  const fetchAgain = useEffectEvent(() => void fetchThem())
  useEffect(() => {
    if (!hasFailed) return
    const again = () => fetchAgain()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [hasFailed])
  const ref = useNear<HTMLButtonElement>('start', before, () => void fetchThem(), isBusy)
  return (
    <>
      {hasFailed && (
        <p className="meta older" role="alert">
          {t('loadError')}
        </p>
      )}
      <button className="btn quiet small older" type="button" ref={ref} onClick={() => void fetchThem()}>
        {t(isBusy ? 'loadingOlder' : 'older')}
      </button>
    </>
  )
}

function Newer({ after, onNewer }: { after: string | undefined; onNewer(): void }) {
  return <div ref={useNear<HTMLDivElement>('end', after, onNewer)} />
}

/** Beginning of the day (epoch ms), updated at midnight. */
function useToday(): number {
  const [today, setToday] = useState(startOfToday)
  useEffect(() => {
    const timer = setInterval(() => setToday(startOfToday()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return today
}

/** Messages have the time of the server, and the clock of a phone may be a day wrong. */
function startOfToday(): number {
  return startOfDay(serverNow())
}
