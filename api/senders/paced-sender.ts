import { DAY, SECOND } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { consume, limitKey, refund } from '../http/limits.ts'

/** All texts of a day. Codes need most of them. */
const TEXTS_PER_DAY = 1500
const IN_ALL = { name: 'code/day', of: 'everybody' } as const
const PER_SECOND = { name: 'invitation/second', of: 'everybody' } as const

export type PacedSender = {
  /** Continues with what waits to be sent. */
  wake: () => void
  /** Sends all that is left, and returns when nothing is. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  pauseMs: number
  /** Sends one. False if there is nothing to send. */
  sendNext: () => Promise<boolean>
  failed: (error: Error) => void
}

/** Sends texts one after another, with a pause after each. */
export function pacedSender({ pauseMs, sendNext, failed }: Options): PacedSender {
  let running: Promise<void> | undefined
  let isClosed = false

  async function run(): Promise<void> {
    while (!isClosed && (await sendNext())) await new Promise(resolve => setTimeout(resolve, pauseMs))
  }

  function wake(): Promise<void> {
    running ??= run()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    wake: () => void wake(),
    finish: wake,
    async close() {
      isClosed = true
      await running
    },
  }
}

/** Takes the turn of this second: at most one text a second, in all processes together. */
export function takeTurn(db: Db, limitFactor: number, now: number): Promise<boolean> {
  return consume(db, { ...PER_SECOND, max: limitFactor, perMs: SECOND }, now).then(
    () => true,
    () => false,
  )
}

/** Counts a text of today that is no code. False if the day has had its share. */
export async function countText(trx: Db, limitFactor: number, now: number): Promise<boolean> {
  const limit = { ...IN_ALL, max: TEXTS_PER_DAY * limitFactor, perMs: DAY }
  const isWithin = await consume(trx, limit, now).then(
    () => true,
    () => false,
  )
  if (!isWithin) await refund(trx, [IN_ALL])
  return isWithin
}

/** When texts that are no codes can be sent again, after the share of a day was used up. */
export async function nextDayOfTexts(trx: Db, now: number): Promise<number> {
  const count = await trx
    .selectFrom('limits')
    .select('started_at')
    .where('key', '=', limitKey(IN_ALL))
    .executeTakeFirst()
  return (count?.started_at ?? now) + DAY
}
