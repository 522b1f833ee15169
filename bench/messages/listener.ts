import type { Reply } from '../../contract/calls/endpoint.ts'
import { getUpdates } from '../../contract/messages.ts'
import { Connection } from '../connection.ts'
import type { Member } from './crowd.ts'

const WAIT_S = 25
/** Spreads the start of the polls, because people do not come in the same second. */
const FIRST_WAIT_S = { least: 5, most: 25 }

/** A person whose browser waits for news, one long poll after the other. */
export class Listener {
  readonly #origin: string
  readonly #member: Member
  readonly #hear: (key: string, at: number) => void
  #query: Record<string, string> = {}

  constructor(origin: string, member: Member, hear: (key: string, at: number) => void) {
    this.#origin = origin
    this.#member = member
    this.#hear = hear
  }

  /** Resolves when a first request, which does not wait, was answered. Then the long polls begin. */
  async start(): Promise<void> {
    const connection = await Connection.open(this.#origin)
    await this.#ask(connection)
    void this.#listen(connection)
  }

  async #listen(connection: Connection): Promise<void> {
    const { least, most } = FIRST_WAIT_S
    for (let wait = least + Math.floor(Math.random() * (most - least)); ; wait = WAIT_S)
      await this.#ask(connection, wait)
  }

  async #ask(connection: Connection, waitSeconds = 0): Promise<void> {
    const { status, body } = await connection.ask({
      method: 'GET',
      path: `${getUpdates.path}?${new URLSearchParams({ noUnassigned: 'true', ...this.#query })}`,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${this.#member.idToken}`,
        ...(waitSeconds > 0 ? { Prefer: `wait=${waitSeconds}, return=minimal` } : {}),
      },
    })
    const at = performance.now()
    if (status === 204) return
    if (status !== 200) throw new Error(`A held call was answered ${status}`)
    const { data } = JSON.parse(body.toString()) as Reply<typeof getUpdates>
    this.#query = { since: data.cursor, state: data.state }
    for (const { key } of data.messages) if (key) this.#hear(key, at)
  }
}
