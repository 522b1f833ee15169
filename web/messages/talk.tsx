import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { HandOver } from '../../contract/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { byDay, type Shown } from './conversation.ts'
import { DayGroup } from './day-group.tsx'
import { useTalkScroll } from './use-talk-scroll.ts'

type Props = {
  shown: readonly Shown[]
  handOvers: readonly HandOver[]
  hasOlder: boolean
  hasUnseen: boolean
  onOlder(): Promise<void>
  onRetry(key: string): void
  /** Stands there while there is no message. */
  children?: ReactNode
}

/** A conversation to read: days, messages, and the way to what is newer or older. */
export function Talk({ shown, handOvers, hasOlder, hasUnseen, onOlder, onRetry, children }: Props) {
  const t = useTranslations('messages')
  const list = useRef<HTMLDivElement>(null)
  const { isAway, goToEnd } = useTalkScroll(list, shown)
  const today = useToday()
  const days = useMemo(() => byDay(shown, handOvers), [shown, handOvers])
  const newest = shown.at(-1)
  return (
    <div className="talk-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls with it. */}
      <div className="talk" role="log" aria-live="off" aria-label={t('list')} ref={list} tabIndex={0}>
        <div className="talk-in">
          {hasOlder && <Older onOlder={onOlder} />}
          {shown.length === 0 && children}
          {days.map(day => (
            <DayGroup key={day.start} day={day} today={today} onRetry={onRetry} />
          ))}
        </div>
      </div>
      <p className="hush" role="status">
        {newest && !newest.isMine && `${newest.fromName ?? ''} ${newest.text}`}
      </p>
      {isAway && (
        <button className="icon-btn jump" type="button" aria-label={t('newer')} onClick={goToEnd}>
          <Icon name="down" />
          {hasUnseen && <span className="dot" />}
        </button>
      )}
    </div>
  )
}

/** Fetches what is older as soon as it is scrolled to. */
function Older({ onOlder }: { onOlder(): Promise<void> }) {
  const t = useTranslations('messages')
  const ref = useRef<HTMLButtonElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const fetchThem = useRef(async () => {})
  fetchThem.current = async () => {
    if (isBusy) return
    setIsBusy(true)
    await onOlder().catch(() => {})
    setIsBusy(false)
  }
  useEffect(() => {
    const button = ref.current
    if (!button) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchThem.current(), {
      root: button.closest('.talk'),
      rootMargin: '400px 0px 0px',
    })
    near.observe(button)
    return () => near.disconnect()
  }, [])
  return (
    <button className="btn quiet small older" type="button" ref={ref} onClick={() => void fetchThem.current()}>
      {t(isBusy ? 'loadingOlder' : 'older')}
    </button>
  )
}

/** Beginning of the day (epoch ms), also for whoever leaves it open over midnight. */
function useToday(): number {
  const [today, setToday] = useState(() => new Date().setHours(0, 0, 0, 0))
  useEffect(() => {
    const timer = setInterval(() => setToday(new Date().setHours(0, 0, 0, 0)), 60_000)
    return () => clearInterval(timer)
  }, [])
  return today
}
