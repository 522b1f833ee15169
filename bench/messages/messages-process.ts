import { setTimeout as sleep } from 'node:timers/promises'
import { getUpdates } from '../../contract/messages.ts'
import { Connection } from '../connection.ts'
import type { Member } from './crowd.ts'
import { Listener } from './listener.ts'
import { type WriteLoad, writeAtPace } from './write-at-pace.ts'

/** The time of each message in ms, and the number of messages that never arrived. */
export type MessageTimes = { times?: number[]; missing?: number }

const WARM_UP_ROUNDS = 10
const AT_ONCE = 20
/** Messages that have not arrived by then count as missing. */
const LATEST_MS = 5000

/** Many people who wait and write, in a process of their own. */
process.once('message', async (delivery: WriteLoad) => {
  const everybody = delivery.classes.flatMap(({ mentor, learners }) => [mentor, ...learners])
  await warmUp(delivery.waitAt, everybody)
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const listeners = everybody.map(
    member =>
      new Listener(delivery.waitAt, member, (key, at) => {
        const from = sentAt.get(key)
        // Both ends of a conversation are notified; only the recipient counts.
        if (from !== undefined && receiverOf.get(key) === member.uid && sentAt.delete(key)) times.push(at - from)
      }),
  )
  const receiverOf = new Map<string, string>()
  process.on('message', async ({ word }: { word: 'hold' | 'send' }) => {
    if (word === 'hold') await fewAtOnce(listeners, listener => listener.start())
    else {
      times.length = 0
      sentAt.clear()
      await writeAtPace(delivery, (key, receiver) => {
        receiverOf.set(key, receiver)
        sentAt.set(key, performance.now())
      })
      const deadline = performance.now() + LATEST_MS
      while (sentAt.size > 0 && performance.now() < deadline) await sleep(10)
    }
    process.send?.({ times, missing: sentAt.size } satisfies MessageTimes)
  })
  process.send?.({} satisfies MessageTimes)
})

/** Warms the server up: the cost of its first requests and of its token cache must not count as a cost of waiting. */
async function warmUp(origin: string, everybody: Member[]): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++)
    await fewAtOnce(everybody, async ({ idToken }) => {
      const connection = await Connection.open(origin)
      await connection.ask({
        method: 'GET',
        path: getUpdates.path,
        headers: { Accept: 'application/json', Authorization: `Bearer ${idToken}` },
      })
      connection.close()
    })
}

/** Works on 20 at once, a likely number. A thousand at once would need a peak of memory that is no cost of waiting. */
async function fewAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const takeTurns = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
}
