import { Refusal } from '../../contract/refusals.ts'
import { currentSession } from '../session.ts'
import { carriers } from './carriers.ts'
import { dropLetter, type Letter, noteTry, unsentOf } from './store.ts'

const LANES_AT_ONCE = 2
const TRY_AGAIN_MS = 1000

/**
 * Sends the waiting letters of one person, lane by lane, each lane in order.
 * Answers in how many ms another try makes sense, or undefined when nothing is left to send.
 */
export async function deliver(uid: string): Promise<number | undefined> {
  const waiting = await unsentOf(uid)
  const lanes = [...new Set(waiting.map(letter => letter.lane))].map(name =>
    waiting.filter(letter => letter.lane === name),
  )
  const pauses: number[] = []
  await Promise.all(
    Array.from({ length: LANES_AT_ONCE }, async () => {
      for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
        const pause = await deliverLane(uid, lane)
        if (pause !== undefined) pauses.push(pause)
      }
    }),
  )
  return pauses.length > 0 ? Math.max(...pauses) : undefined
}

async function deliverLane(uid: string, lane: Letter[]): Promise<number | undefined> {
  for (const letter of lane) {
    if (currentSession()?.uid !== uid) return TRY_AGAIN_MS
    const outcome = await send(letter)
    const tries = letter.tries + 1
    if ('isSent' in outcome) await dropLetter(letter)
    else if ('refusedAs' in outcome) await noteTry(letter, { tries, refusedAs: outcome.refusedAs })
    else {
      await noteTry(letter, { tries })
      return outcome.againInMs
    }
  }
  return undefined
}

type Outcome =
  | { isSent: true }
  /** For good. */
  | { refusedAs: string }
  | { againInMs: number }

async function send(letter: Letter): Promise<Outcome> {
  const carry = carriers[letter.kind]
  if (!carry) return { refusedAs: 'unknown-kind' }
  try {
    await carry(letter)
    return { isSent: true }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : undefined
    if (refusal && isFinal(refusal)) return { refusedAs: refusal.code }
    return { againInMs: (refusal?.retryAfter ?? 0) * 1000 || TRY_AGAIN_MS }
  }
}

/** A no to this very request, which another try would get again. Not: no network, nobody signed in, too fast, server away. */
function isFinal({ status }: Refusal): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 425, 429].includes(status)
}
