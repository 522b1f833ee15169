import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

/** All events. None contains a name, a phone, an answer or a message. */
export const eventNames = [
  'screen_view',
  'page_view',
  'lesson_start',
  'lesson_complete',
  'lesson_skip_forward',
  'lesson_skip_back',
  'answer_select',
  'answer_deselect',
  'video_play',
  'video_pause',
  'video_buffer',
  'video_load_error',
  'logout',
  'authError',
  'account_link',
] as const
export type EventName = (typeof eventNames)[number]

const Value = v.union([v.pipe(v.string(), v.maxLength(200)), v.number(), v.boolean()])

export const AnalyticsEvent = v.object({
  name: v.picklist(eventNames),
  /** Epoch ms by the browser's clock. */
  at: v.number(),
  params: v.record(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)), Value),
})
export type AnalyticsEvent = v.InferOutput<typeof AnalyticsEvent>

/**
 * A request that arrives twice counts twice: nothing in an event may identify its sender, so none can be recognised.
 * The app sends each event once and never again.
 */
export const sendEvents = endpoint({
  method: 'POST',
  path: '/analytics/v1/events',
  signedIn: false,
  body: v.object({ events: v.pipe(v.array(AnalyticsEvent), v.maxLength(100)) }),
  reply: v.object({ success: v.literal(true) }),
})
