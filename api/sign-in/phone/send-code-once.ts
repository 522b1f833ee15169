import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '../../../contract/languages.ts'
import { SECOND } from '../../../contract/time.ts'
import type { Phone } from '../../contact/phone.ts'
import type { Db } from '../../database/tables.ts'
import type { Challenges } from '../challenge.ts'
import { sharedWithRepeats } from '../repeated-press.ts'
import { codeSentBefore, sendCode, sendPress } from './send-code.ts'

/** While another process sends the code, this process asks for the outcome at this interval. */
const ASK_AGAIN_MS = SECOND / 2
const MAX_TRIES = 10

type Wanted = { phone: Phone; language: Language | undefined; proof: string }
type Options = Parameters<typeof sendCode>[2]

/** Sends a code. A repeat of the same press gets the answer of the first request, even while the code is being sent. */
export function sendCodeOnce(
  db: Db,
  wanted: Wanted,
  challenges: Challenges,
  options: Options,
): ReturnType<typeof sendCode> {
  const { phone, proof } = wanted
  const sentBefore = () => codeSentBefore(db, phone, options)
  return sharedWithRepeats(db, sendPress(phone, options), async () => {
    const before = await sentBefore()
    if (before) return before
    try {
      await challenges.consume(proof)
    } catch (error) {
      // If the solution is right, it was already used, perhaps by the same press at another process.
      const isRepeat = options.idempotencyKey !== undefined && (await challenges.isVerified(proof))
      const meanwhile = isRepeat ? await untilFound(sentBefore) : undefined
      if (!meanwhile) throw error
      return meanwhile
    }
    return sendCode(db, wanted, options)
  })
}

/** Repeats `find` until it finds something. Undefined if it finds nothing within some seconds. */
async function untilFound<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await find()
    if (found !== undefined) return found
    await pause(ASK_AGAIN_MS)
  }
  return undefined
}
