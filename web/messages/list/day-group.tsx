import { memo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isolated } from '../../i18n/isolated.ts'
import type { UnsentActs } from '../composer/use-unsent-acts.ts'
import { type ConversationDay, type ShownMessage, startOfDay } from '../conversation/conversation.ts'
import type { UnreadLine } from '../conversation/use-unread-line.ts'
import { Bubble } from './bubble.tsx'

type Props = {
  day: ConversationDay
  today: number
  heading: string
  acts: UnsentActs
  unread: UnreadLine | undefined
  found: string | undefined
}

/** The messages of one day, below its name. */
export const DayGroup = memo(function DayGroup({ day, today, heading, acts, unread, found }: Props) {
  const times = day.handOvers.map(({ at, responderName }) => ({ at: Date.parse(at), responderName }))
  // Most days have no hand-over. `NONE` is always the same array, so their messages are not drawn again.
  const between = (next: number, time: number) =>
    times.length === 0 ? NONE : times.filter(({ at }) => at <= time && at > next)
  return (
    <section className="one-day">
      <h2 className="day">{useDayName(day.start, today)}</h2>
      {day.shown.map((shown, index) => (
        <Turn
          key={shown.key}
          shown={shown}
          heading={heading}
          acts={acts}
          newFromHere={unread?.key === shown.key ? unread.count : undefined}
          isFound={found === shown.key}
          handOvers={between(day.shown[index - 1]?.sentAt ?? 0, shown.sentAt)}
        />
      ))}
      <HandOvers list={between(day.shown.at(-1)?.sentAt ?? 0, Number.POSITIVE_INFINITY)} />
    </section>
  )
})

type HandOverTimes = readonly { at: number; responderName: string }[]

const NONE: HandOverTimes = []

type TurnProps = Pick<Props, 'heading' | 'acts'> & {
  shown: ShownMessage
  /** The number of new messages, for the line above the first of them. Undefined: no line. */
  newFromHere: number | undefined
  isFound: boolean
  /** Hand-overs between the message before and this one. */
  handOvers: HandOverTimes
}

/** One message, with the lines above it. A memo, so that it is not drawn again when older messages are added. */
const Turn = memo(function Turn({ shown, heading, acts, newFromHere, isFound, handOvers }: TurnProps) {
  const { key, isMine, sentAt } = shown
  return (
    <div
      className="turn"
      data-key={key}
      data-theirs={isMine ? undefined : sentAt}
      data-found={isFound ? '' : undefined}
    >
      {newFromHere !== undefined && <NewFromHere count={newFromHere} />}
      {handOvers !== NONE && <HandOvers list={handOvers} />}
      <Bubble shown={shown} acts={acts} heading={heading} isFound={isFound} />
    </div>
  )
})

function NewFromHere({ count }: { count: number }) {
  return <p className="unread-line">{useTranslations('messages')('unread', { count })}</p>
}

function HandOvers({ list }: { list: HandOverTimes }) {
  const t = useTranslations('messages')
  return list.map(({ at, responderName }) => (
    <p className="day" key={at}>
      {t('handedOver', { name: isolated(responderName) })}
    </p>
  ))
}

/** `start` and `today` are beginnings of days (epoch ms). */
function useDayName(start: number, today: number): string {
  const t = useTranslations('messages')
  const format = useFormatter()
  if (start === today) return t('today')
  if (start === startOfDay(today, -1)) return t('yesterday')
  const isThisYear = new Date(start).getFullYear() === new Date(today).getFullYear()
  const named = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return format.dateTime(start, isThisYear ? named : { ...named, year: 'numeric' })
}
