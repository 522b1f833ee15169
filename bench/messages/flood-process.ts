import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { Connection } from '../connection.ts'
import type { Class, Member } from './crowd.ts'
import { Listener } from './listener.ts'

export type Flood = { origin: string; classes: Class[] }
/** `sent` counts the messages that the server confirmed, and `received` counts those that their readers got. */
export type Flooded = { sent: number; received: number; seconds: number }

const TEXT = encodeText('هل يكفي الماء النظيف لتنظيف الجرح، أم يلزم مطهّر؟')
const LATEST_MS = 5000

/** People who all wait for news and write one message after the other, in a process of their own. */
process.once('message', async ({ origin, classes }: Flood) => {
  const receiverOf = new Map<string, string>()
  let received = 0
  const everybody = classes.flatMap(({ mentor, learners }) => [mentor, ...learners])
  const listeners = everybody.map(
    member =>
      new Listener(origin, member, key => {
        if (receiverOf.get(key) === member.uid && receiverOf.delete(key)) received++
      }),
  )
  for (const listener of listeners) await listener.start()
  const writers = classes.flatMap(({ id, mentor, learners }) => [
    new Writer(
      origin,
      mentor,
      learners.map(({ uid }) => ({ to: uid, receiver: uid })),
    ),
    ...learners.map(learner => new Writer(origin, learner, [{ to: id, receiver: mentor.uid }])),
  ])
  process.on('message', async ({ seconds }: { seconds: number }) => {
    received = 0
    const startedAt = performance.now()
    const endsAt = startedAt + seconds * 1000
    const sent = await Promise.all(
      writers.map(writer => writer.write(endsAt, (key, receiver) => receiverOf.set(key, receiver))),
    )
    const deadline = performance.now() + LATEST_MS
    while (receiverOf.size > 0 && performance.now() < deadline) await sleep(5)
    const took = (performance.now() - startedAt) / 1000
    process.send?.({ sent: sent.reduce((total, one) => total + one, 0), received, seconds: took } satisfies Flooded)
  })
  process.send?.({})
})

class Writer {
  readonly #origin: string
  readonly #member: Member
  readonly #readers: { to: string | number; receiver: string }[]
  #connection: Connection | undefined

  constructor(origin: string, member: Member, readers: { to: string | number; receiver: string }[]) {
    this.#origin = origin
    this.#member = member
    this.#readers = readers
  }

  /** Returns how many messages were confirmed. */
  async write(endsAt: number, onSend: (key: string, receiver: string) => void): Promise<number> {
    this.#connection ??= await Connection.open(this.#origin)
    let count = 0
    for (; performance.now() < endsAt; count++) {
      const { to, receiver } = this.#readers[count % this.#readers.length] as { to: string | number; receiver: string }
      const key = randomUUID()
      onSend(key, receiver)
      const { status } = await this.#connection.ask({
        method: 'POST',
        path: sendMessage.path,
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${this.#member.idToken}`,
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ to, content: TEXT, type: 'disciple' }),
      })
      if (status !== 200) throw new Error(`A message was answered ${status}`)
    }
    return count
  }
}
