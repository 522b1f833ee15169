import * as v from 'valibot'

/**
 * Epoch ms that a client sends and the server stores. The limit is that of a date. SQLite would store a larger number,
 * but Node could not read its row again.
 */
export const StoredTime = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8_640_000_000_000_000))

/** A stored time in a query, where all values are texts. */
export const TimeInQuery = v.pipe(v.string(), v.digits(), v.maxLength(16), v.transform(Number))

/** A number that is compared with a column of 32 bits. PostgreSQL fails for a larger one, and for a fraction. */
export const StoredCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))
