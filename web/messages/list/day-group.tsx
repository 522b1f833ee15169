import { memo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { UnsentActs } from '../composer/use-unsent-acts.ts'
import type { Day } from '../conversation/conversation.ts'
import type { UnreadLine } from '../conversation/use-unread-line.ts'
import { Bubble } from './bubble.tsx'

type Props = {
  day: Day
  today: number
  heading: string
  acts: UnsentActs
  unread: UnreadLine | undefined
  found: string | undefined
}

/** The messages of one day, below its name. */
export const DayGroup = memo(function DayGroup({ day, today, heading, acts, unread, found }: Props) {
  const t = useTranslations('messages')
  const handOvers = day.handOvers.map(({ at, responderName }) => ({ at: Date.parse(at), responderName }))
  const before = (time: number, next: number) => handOvers.filter(({ at }) => at <= time && at > next)
  return (
    <section className="one-day">
      <h2 className="day">{useDayName(day.start, today)}</h2>
      {day.shown.map((shown, index) => (
        <div
          className="turn"
          key={shown.key}
          data-key={shown.key}
          data-theirs={shown.isMine ? undefined : shown.sentAt}
          data-found={found === shown.key ? '' : undefined}
        >
          {unread?.key === shown.key && <p className="unread-line">{t('unread', { count: unread.count })}</p>}
          {before(shown.sentAt, day.shown[index - 1]?.sentAt ?? 0).map(({ at, responderName }) => (
            <p className="day" key={at}>
              {t('handedOver', { name: `\u2068${responderName}\u2069` })}
            </p>
          ))}
          <Bubble shown={shown} acts={acts} heading={heading} isFound={found === shown.key} />
        </div>
      ))}
      {before(Number.POSITIVE_INFINITY, day.shown.at(-1)?.sentAt ?? 0).map(({ at, responderName }) => (
        <p className="day" key={at}>
          {t('handedOver', { name: `\u2068${responderName}\u2069` })}
        </p>
      ))}
    </section>
  )
})

/** Both are beginnings of days (epoch ms). */
function useDayName(start: number, today: number): string {
  const t = useTranslations('messages')
  const format = useFormatter()
  const yesterday = new Date(today).setDate(new Date(today).getDate() - 1)
  if (start === today) return t('today')
  if (start === yesterday) return t('yesterday')
  const isThisYear = new Date(start).getFullYear() === new Date(today).getFullYear()
  const named = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return format.dateTime(start, isThisYear ? named : { ...named, year: 'numeric' })
}
