import * as v from 'valibot'
import { Language } from '../../languages.ts'

/** Answers of fewer people are not shown. */
export const MIN_SHOWN = 10

/** A day in the organisation's time zone: `2026-11-23`. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.check(day => {
    const time = Date.parse(`${day}T00:00Z`)
    return Number.isFinite(time) && new Date(time).toISOString().startsWith(day)
  }, 'no such day'),
)

export const Id = v.pipe(v.string(), v.maxLength(200))

/** The number of a mentor, or `none` for people without a mentor. */
const MentorFilter = v.union([v.pipe(v.string(), v.digits(), v.maxLength(9)), v.literal('none')])
/** `link`: the id of the invitation link by which they came, or `none`. */
export const peopleFields = { mentor: v.optional(MentorFilter), link: v.optional(Id) }

/** The last 7, 30 or 90 days, or the days since the first of January. */
export const reportSpans = ['7', '30', '90', 'year'] as const
/** From one day to another, both included, or a span. Without any: the last thirty days. */
export const daysFields = { from: v.optional(Day), to: v.optional(Day), days: v.optional(v.picklist(reportSpans)) }
/** `language` is that of the course. */
export const coursesFields = { course: v.optional(Id), lesson: v.optional(Id), language: v.optional(Language) }

export const Version = v.optional(v.pipe(v.string(), v.digits(), v.maxLength(6)))

export const ReportRange = v.object({
  from: Day,
  to: Day,
  /** The time zone of the days. */
  timeZone: v.string(),
  /** A day near the range that has data, if the range has none. */
  nearest: v.nullable(Day),
})

export function reportReply<Data extends v.GenericSchema>(data: Data) {
  return v.object({ success: v.literal(true), data })
}
