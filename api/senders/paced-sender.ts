import { DAY, MINUTE, SECOND } from '../../contract/time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'
import { limitKey } from '../http/limit-key.ts'
import { consume, refund } from '../http/limits.ts'
import { failureOf, type SendSms, type Sms } from './sender.ts'

/** The most texts of a day, codes included. Codes need most of them. */
const TEXTS_PER_DAY = 1500
const IN_ALL = { name: 'code/day', of: 'everybody' } as const
const PER_SECOND = { name: 'invitation/second', of: 'everybody' } as const

export type PacedSender = {
  /** Continues with what waits to be sent. */
  wake: () => void
  /** Sends all texts that wait, and returns when none is left. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

export type SenderDeps = {
  db: Db
  now: () => number
  config: Pick<Config, 'limitFactor'>
  sendSms: SendSms
  failed: (error: Error) => void
}

/** `unknown`: the gateway did not answer, and may have taken the text. */
export type SendOutcome = 'sent' | 'refused' | 'unknown'

/** How the texts of one kind are stored. */
type Texts<Text> = {
  hasWaiting: () => Promise<boolean>
  /** Takes the next text for this process alone. 'skipped': go on with the next. Undefined: nothing can be sent now. */
  claim: (now: number) => Promise<Text | 'skipped' | undefined>
  end: (text: Text, outcome: SendOutcome) => Promise<void>
}

/** If a process ends while it sends a text, nobody knows whether it was sent. After this time nobody waits for it. */
export const UNKNOWN_AFTER_MS = MINUTE

/** Sends texts one after another, at most one a second in all processes together. */
export function pacedSender<Text extends { sms: Sms }>(
  { db, now, config: { limitFactor }, sendSms, failed }: SenderDeps,
  { hasWaiting, claim, end }: Texts<Text>,
): PacedSender {
  let running: Promise<void> | undefined
  /** Whether texts may have come since the sender last looked for them. */
  let isWanted = false
  let isClosed = false

  async function run(): Promise<void> {
    try {
      while (isWanted) {
        isWanted = false
        await sendAll()
      }
    } catch (error) {
      failed(error as Error)
    } finally {
      // In the same turn in which the loop ends: a `wake` between the two would be forgotten.
      running = undefined
    }
  }

  async function sendAll(): Promise<void> {
    const pauseMs = SECOND / limitFactor
    while (!isClosed && (await sendNext())) await new Promise(resolve => setTimeout(resolve, pauseMs))
  }

  /** False if there is nothing to send. */
  async function sendNext(): Promise<boolean> {
    const at = now()
    if (!(await hasWaiting())) return false
    if (!(await takeTurn(db, limitFactor, at))) return true
    const text = await claim(at)
    if (!text || text === 'skipped') return text === 'skipped'
    const outcome = await sendSms(text.sms).then(
      () => 'sent' as const,
      (error: Error) => (failureOf(error).mayHaveArrived ? 'unknown' : 'refused'),
    )
    await end(text, outcome)
    return true
  }

  function wake(): Promise<void> {
    isWanted = true
    running ??= run()
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
function takeTurn(db: Db, limitFactor: number, now: number): Promise<boolean> {
  return consume(db, { ...PER_SECOND, max: limitFactor, perMs: SECOND }, now).then(
    () => true,
    () => false,
  )
}

/** Counts a text message that is not a code. False if the day's limit is used up. */
export async function countText(trx: Db, limitFactor: number, now: number): Promise<boolean> {
  const limit = { ...IN_ALL, max: TEXTS_PER_DAY * limitFactor, perMs: DAY }
  const isWithin = await consume(trx, limit, now).then(
    () => true,
    () => false,
  )
  if (!isWithin) await refund(trx, [IN_ALL])
  return isWithin
}

/** When texts other than codes can be sent again, if the day's limit is used up. */
export async function moreTextsAt(trx: Db, now: number): Promise<number> {
  const count = await trx
    .selectFrom('limits')
    .select('started_at')
    .where('key', '=', limitKey(IN_ALL))
    .executeTakeFirst()
  return (count?.started_at ?? now) + DAY
}
