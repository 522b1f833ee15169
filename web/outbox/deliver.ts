import { Refusal } from '../../contract/refusals.ts'
import { currentSession } from '../session.ts'
import { carriers } from './carriers.ts'
import { changeLetter, dropLetter, type Letter, lettersOf } from './store.ts'

const LANES_AT_ONCE = 2
const TRY_AGAIN_MS = 1000

/**
 * Sends the waiting letters of one person, lane by lane, each lane in order.
 * Answers in how many ms another try makes sense, or undefined when nothing is left to send.
 */
export async function deliver(uid: string): Promise<number | undefined> {
  const waiting = (await lettersOf(uid)).filter(letter => letter.refusedAs === undefined)
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
    if (outcome === 'sent') await dropLetter(letter)
    else if (typeof outcome === 'string')
      await changeLetter({ ...letter, tries: letter.tries + 1, refusedAs: outcome.slice(1) })
    else {
      await changeLetter({ ...letter, tries: letter.tries + 1 })
      return outcome
    }
  }
  return undefined
}

/** 'sent', '!' and the code of a final refusal, or the ms to wait before another try. */
async function send(letter: Letter): Promise<'sent' | `!${string}` | number> {
  const carry = carriers[letter.kind]
  if (!carry) return '!unknown-kind'
  try {
    await carry(letter)
    return 'sent'
  } catch (error) {
    const refusal = error instanceof Refusal ? error : undefined
    if (refusal && isFinal(refusal)) return `!${refusal.code}`
    return (refusal?.retryAfter ?? 0) * 1000 || TRY_AGAIN_MS
  }
}

/** A no to this very request, which another try would get again. Not: no network, nobody signed in, too fast, server away. */
function isFinal({ status }: Refusal): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 425, 429].includes(status)
}
