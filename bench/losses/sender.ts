import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../contract/calls/endpoint.ts'
import { type Message, sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import type { Server } from '../../e2e/server.ts'
import { type Answer, Connection, type PreparedRequest } from '../connection.ts'
import type { Member } from '../messages/crowd.ts'
import type { JournalEntry } from './journal.ts'

const MAX_COPIES = 5
const DROPPED_SHARE = 0.3
/**
 * A dropped connection breaks within this time after the request: before the server reads it, while the server writes,
 * or after the response.
 */
const BREAKS_WITHIN_MS = 12
/** One of this many messages is sent again when later ones are already stored. */
const LATE_ONE_IN = 10

type Options = {
  server: Server
  member: Member
  /** Their uid, or a mentor's number. */
  name: string
  to: (string | number)[]
  messages: number
  journal: JournalEntry[]
}

/** A person who writes one message after the other, each once or several times under its key, on a bad network. */
export class Sender {
  requests = 0
  dropped = 0
  /** Counts responses with another message id than an earlier response to the same key. */
  answeredAsTwo = 0
  readonly #options: Options
  readonly #keys: string[]
  readonly #ids = new Map<string, string>()
  #at = 0

  constructor(options: Options) {
    this.#options = options
    this.#keys = Array.from({ length: options.messages }, () => randomUUID())
  }

  /** Continues until all are sent or the server is killed. Unconfirmed messages are sent first the next time. */
  async sendAll(isOver: () => boolean): Promise<void> {
    for (let isSentAgain = true; this.#at < this.#keys.length; isSentAgain = false) {
      const verdict = await this.#deliver(this.#at, isOver)
      if (!verdict) return
      const key = this.#keys[this.#at] as string
      this.#options.journal.push({ key, place: key, verdict, isSentAgain })
      if (this.#at % LATE_ONE_IN === 0) await this.#post(Math.floor(Math.random() * this.#at))
      this.#at += 1
    }
  }

  /** Whether these are all messages of this sender, once each and in their order. */
  isIn(read: Message[]): boolean {
    const own = read.filter(({ from }) => from === this.#options.name).map(({ key }) => key)
    return own.length === this.#keys.length && own.every((key, index) => key === this.#keys[index])
  }

  /**
   * Sends one message several times, sometimes twice at once, until the server answers. Undefined if the server was
   * killed.
   */
  async #deliver(index: number, isOver: () => boolean): Promise<JournalEntry['verdict'] | undefined> {
    let verdict: JournalEntry['verdict'] | undefined
    for (let copies = 1 + Math.floor(Math.random() * MAX_COPIES); copies > 0 || !verdict; copies -= 2) {
      if (isOver()) return undefined
      const both = await Promise.all([this.#post(index), copies > 1 ? this.#post(index) : undefined])
      verdict = both.find(each => each !== undefined) ?? verdict
    }
    return verdict
  }

  /** Undefined if no response said whether the message arrived. */
  async #post(index: number): Promise<JournalEntry['verdict'] | undefined> {
    this.requests += 1
    const answer = await this.#askOnce(this.#askOf(index)).catch(() => undefined)
    if (!answer) return undefined
    if (answer.status !== 200) return answer.status >= 500 ? undefined : 'fail'
    const { data } = JSON.parse(answer.body.toString()) as Reply<typeof sendMessage>
    const key = this.#keys[index] as string
    if ((this.#ids.get(key) ?? data.id) !== data.id) this.answeredAsTwo += 1
    this.#ids.set(key, data.id)
    return 'ok'
  }

  async #askOnce(ask: PreparedRequest): Promise<Answer | undefined> {
    const connection = await Connection.open(this.#options.server.origin)
    try {
      const answer = connection.ask(ask)
      if (Math.random() >= DROPPED_SHARE) return await answer
      answer.catch(() => {})
      await sleep(Math.random() * BREAKS_WITHIN_MS)
      this.dropped += 1
      return undefined
    } finally {
      connection.close()
    }
  }

  #askOf(index: number): PreparedRequest {
    const { member, to } = this.#options
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${member.idToken}`,
      'Idempotency-Key': this.#keys[index] as string,
    }
    const body = { to: to[index % to.length], content: encodeText(`الرسالة ${index}`), type: 'disciple' }
    return { method: 'POST', path: sendMessage.path, headers, body: JSON.stringify(body) }
  }
}
