import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { PeopleSort } from '../../../../contract/organisation/people.ts'

const LAST_NAME = '\u{10ffff}'
/** Anybody can make up a cursor, and PostgreSQL fails for a value that its column cannot have. */
const TIME = v.pipe(v.number(), v.safeInteger())
const TEXT = v.pipe(v.string(), v.excludes('\0'))
/** A cursor of the former release does not say when its page was read. */
const READ_AT = v.optional(TIME, Number.MAX_SAFE_INTEGER)
type Sort = { key: RawBuilder<string | number>; isDescending: boolean; shape: v.GenericSchema<string | number> }

/** The value that each sort compares. People without one come last in the usual direction. */
export const sorts: Record<PeopleSort, Sort> = {
  active: { key: sql`coalesce(users.active_at, 0)`, isDescending: true, shape: TIME },
  name: { key: sql`coalesce(users.name_key, ${sql.lit(LAST_NAME)})`, isDescending: false, shape: TEXT },
  joined: { key: sql`users.created_at`, isDescending: true, shape: TIME },
  waiting: {
    key: sql`coalesce(waiting.since, ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
    isDescending: false,
    shape: TIME,
  },
}

/** The last person of a page, by the value that its sort compares, and when that page was read. */
export type LastPlace = { value: string | number; uid: string; readAt: number }

/** Undefined for the first page. */
export function placeBefore({
  cursor,
  sort,
}: {
  cursor?: string | undefined
  sort: PeopleSort
}): LastPlace | undefined {
  if (cursor === undefined) return undefined
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [value, uid, readAt] = v.parse(v.tuple([sorts[sort].shape, TEXT, READ_AT]), place)
    return { value, uid, readAt }
  } catch {
    throw new ApiError('bad-request', { message: 'cursor: is none of this list' })
  }
}

export function cursorAfter({ value, uid, readAt }: LastPlace): string {
  return Buffer.from(JSON.stringify([value, uid, readAt])).toString('base64url')
}
