import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../../contract/calls/endpoint.ts'
import { getUpdates, type Message } from '../../contract/messages.ts'
import { Connection } from '../connection.ts'
import type { Member } from '../messages/crowd.ts'

const PAUSE_MS = 20

/** A reader that follows the specification: asks for messages after the newest known one. */
export class MessageReader {
  /** In the order of arrival. */
  readonly read: Message[] = []
  readonly #origin: string
  readonly #member: Member
  readonly #waitSeconds: number
  #connection: Connection | undefined
  #since = new Date(0).toISOString()
  #state = ''

  constructor(origin: string, member: Member, waitSeconds = 0) {
    this.#origin = origin
    this.#member = member
    this.#waitSeconds = waitSeconds
  }

  /** Reads everything that is there now. */
  async readOn(): Promise<void> {
    while (await this.#ask(0)) {}
  }

  async readUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#ask(this.#waitSeconds)
      if (this.#waitSeconds === 0) await sleep(PAUSE_MS)
    }
    await this.readOn()
    this.#connection?.close()
  }

  /** Returns whether there were new messages. */
  async #ask(waitSeconds: number): Promise<boolean> {
    this.#connection ??= await Connection.open(this.#origin)
    const query = { noUnassigned: 'true', since: this.#since, ...(this.#state ? { state: this.#state } : {}) }
    const { status, body } = await this.#connection.ask({
      method: 'GET',
      path: `${getUpdates.path}?${new URLSearchParams(query)}`,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${this.#member.idToken}`,
        ...(waitSeconds > 0 ? { Prefer: `wait=${waitSeconds}` } : {}),
      },
    })
    if (status !== 200) throw new Error(`Updates were answered ${status}`)
    const { data } = JSON.parse(body.toString()) as Reply<typeof getUpdates>
    this.read.push(...data.messages)
    this.#since = data.messages.at(-1)?.sentAt ?? this.#since
    this.#state = data.state
    return data.messages.length > 0
  }
}
