import * as v from 'valibot'
import { StoredTime } from '../calls/stored-numbers.ts'

/** The most edits in one request, and of one person in an hour. */
export const EDITS_AT_ONCE = 200
export const EDITS_PER_HOUR = 5000
/** How long edits, and the texts that lost in a conflict, can be looked at. */
export const EDITS_KEPT_DAYS = 30

/**
 * The key of a lesson, page, answer or blank: its `id`. If it has no id, or another item has the same id, the key is
 * `#` and its place from 0.
 */
export const ItemKey = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/**
 * Where a value is: `['course', 'title']`, `['lessons', lesson, 'title']`, `['lessons', lesson, 'pages', page,
 * 'textContent']`, `['lessons', lesson, 'pages', page, 'options', 'answers', answer, 'text']`. A list of texts is one
 * value. A list of groups with ids is addressed by keys.
 */
export const DraftPath = v.pipe(v.array(ItemKey), v.minLength(1), v.maxLength(12))
export type DraftPath = v.InferOutput<typeof DraftPath>

/** The readers and writers of YAML are recursive. A field needs at most ten levels. */
export const MAX_LEVELS = 50
export const TOO_DEEP = 'is nested too deeply'

function isFlat(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_LEVELS; depth++) {
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return true
  }
  return false
}

/** A value as the file has it. A missing value means that there is no such field. */
const Value = v.optional(v.pipe(v.unknown(), v.check(isFlat, TOO_DEEP)))

const set = v.object({
  op: v.literal('set'),
  path: DraftPath,
  /** The value that the author saw. If the field has another value now, both values are kept as a conflict. */
  from: Value,
  to: Value,
})

/** `path` is that of a list: `['lessons']`, or one that ends in `pages`, `answers` or `blanks`. */
const insert = v.object({
  op: v.literal('insert'),
  path: DraftPath,
  /** The new item. Its `id` is new in that list. */
  value: v.pipe(
    v.record(v.string(), v.unknown()),
    v.check(value => isFlat(value), TOO_DEEP),
  ),
  /** The key before it; null: at the beginning. */
  after: v.nullable(ItemKey),
})

/** `path` is that of a lesson, page, answer or blank. */
const remove = v.object({ op: v.literal('remove'), path: DraftPath })

const move = v.object({
  op: v.literal('move'),
  path: DraftPath,
  /** Another list, such as the pages of another lesson. */
  to: v.optional(DraftPath),
  after: v.nullable(ItemKey),
})

/** Restores what an edit removed, with its comments. */
const restore = v.object({ op: v.literal('restore'), edit: v.string() })

/** Names an uploaded file, or takes one out of the course: `media/water.mp3`, `icon.svg`. */
const file = v.object({
  op: v.literal('file'),
  name: v.pipe(v.string(), v.maxLength(110)),
  /** The SHA-256 of an uploaded file; null takes the file out of the course. */
  to: v.nullable(v.string()),
})

/** Replaces the whole text of a file that cannot be read. */
const text = v.object({
  op: v.literal('text'),
  name: v.pipe(v.string(), v.maxLength(110)),
  /** The digest of the text that the author saw. */
  from: v.string(),
  to: v.pipe(v.string(), v.maxLength(1_000_000)),
})

export const Change = v.variant('op', [set, insert, remove, move, restore, file, text])
export type Change = v.InferOutput<typeof Change>

export const Edit = v.object({
  /**
   * Made by the browser. If the server already knows the id, the edit does nothing. But a `set` with a later `at`, in
   * which the author wrote on, does what is new in it.
   */
  id: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  /** When it was written (epoch ms). It can be sent much later. */
  at: StoredTime,
  change: Change,
})
export type Edit = v.InferOutput<typeof Edit>

/** The author of an edit. `uid` is null for somebody who is no longer in the team. */
export const Author = v.object({ uid: v.nullable(v.string()), name: v.nullable(v.string()) })
export type Author = v.InferOutput<typeof Author>

/** An edit that is in the draft. */
export const AppliedEdit = v.object({
  revision: v.number(),
  id: v.string(),
  by: Author,
  at: v.number(),
  change: Change,
})
export type AppliedEdit = v.InferOutput<typeof AppliedEdit>

/**
 * - `done`: the edit is in the draft.
 * - `conflict`: somebody else changed that value. The draft has their value, and this value is kept in `conflicts`.
 * - `restored`: the edit changed something that was removed. It is in the draft again, with the change.
 * - `kept`: the edit would remove something that somebody else changed meanwhile, so it was not removed.
 * - `refused`: the edit cannot be done; `reason` says why.
 */
export const EditOutcome = v.picklist(['done', 'conflict', 'restored', 'kept', 'refused'])
export type EditOutcome = v.InferOutput<typeof EditOutcome>

/**
 * - `gone`: there is no such lesson, page or answer, and never was.
 * - `id-taken`: another item in that list has this id.
 * - `unreadable`: the file has to be mended first.
 * - `too-large`: a limit of the format, such as 500 pages.
 * - `no-such-file`: nothing was uploaded with this digest.
 * - `not-allowed`: this path or name cannot be changed this way.
 */
export const RefusedBecause = v.picklist(['gone', 'id-taken', 'unreadable', 'too-large', 'no-such-file', 'not-allowed'])
export type RefusedBecause = v.InferOutput<typeof RefusedBecause>

export const EditResult = v.object({
  id: v.string(),
  outcome: EditOutcome,
  reason: v.optional(RefusedBecause),
  conflictId: v.optional(v.string()),
  /** The revision that the edit made; 0 if it changed nothing. A server of an earlier release does not send it. */
  revision: v.optional(v.number()),
})
export type EditResult = v.InferOutput<typeof EditResult>

export const Conflict = v.object({
  id: v.string(),
  path: DraftPath,
  /** The value in the draft, and its author. */
  stands: v.object({ value: Value, by: v.nullable(Author) }),
  other: v.object({ value: Value, by: Author, at: v.number() }),
  /** Null: nobody has chosen yet. */
  settledAt: v.nullable(v.number()),
})
export type Conflict = v.InferOutput<typeof Conflict>
