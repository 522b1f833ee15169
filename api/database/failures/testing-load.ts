import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sendMessage } from '../../../contract/messages.ts'
import { encodeText } from '../../../contract/text/encoded-text.ts'
import type { Person } from '../../testing-people.ts'
import type { Db } from '../tables.ts'

/** Twelve browsers that send one message after the other, and repeat each one without a reply. */
export class Load {
  readonly statuses = new Set<number>()
  /** Texts that the server has confirmed. */
  readonly sent: string[] = []
  #isOn = true
  readonly #origin: string
  readonly #to: number
  readonly #browsers: Promise<void>[]

  constructor(origin: string, to: number, people: Person[]) {
    this.#origin = origin
    this.#to = to
    this.#browsers = Array.from({ length: 12 }, (_, index) => this.#sendOn(people[index % people.length] as Person))
  }

  async send({ idToken }: Person, text: string = randomUUID()): Promise<Response> {
    const response = await fetch(this.#origin + sendMessage.path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json', 'Idempotency-Key': text },
      body: JSON.stringify({ to: this.#to, content: encodeText(text), type: 'disciple' }),
    })
    await response.text()
    return response
  }

  async acknowledged(more: number): Promise<void> {
    const enough = this.sent.length + more
    await expect.poll(() => this.sent.length).toBeGreaterThanOrEqual(enough)
  }

  async stop(): Promise<void> {
    this.#isOn = false
    await Promise.all(this.#browsers)
  }

  async expectAllStoredOnce(db: Db): Promise<void> {
    const rows = await db.selectFrom('messages').select('content').execute()
    const stored = rows.map(row => row.content)
    expect(this.sent.filter(text => !stored.some(one => one.includes(text)))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
  }

  async #sendOn(who: Person): Promise<void> {
    let text = randomUUID()
    while (this.#isOn) {
      const { status } = await this.send(who, text)
      this.statuses.add(status)
      if (status !== 200) continue
      this.sent.push(text)
      text = randomUUID()
    }
  }
}
