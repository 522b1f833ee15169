import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { encodeText } from '../../../contract/encoded-text.ts'
import { sendMessage } from '../../../contract/messages.ts'
import { startWithAll } from '../../messages/testing.ts'
import { onPostgres } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { type EndSignal, startPostgres } from '../../testing-postgres.ts'

onPostgres('a server under load', start => {
  const ends: EndSignal[] = ['SIGINT', 'SIGQUIT', 'SIGKILL']

  test('lives on when PostgreSQL is restarted or killed, and loses nothing', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(postgres.stop)
    const { server, noura, yousef, mentorId } = await startWithAll(
      options => start({ ...options, databaseUrl: postgres.url }),
      { LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent' },
    )
    const load = new Load(server.origin, mentorId, [noura, yousef])
    for (const end of ends) {
      await load.acknowledged(30)
      await postgres.end(end)
      const { status, headers, ms } = await timed(() => load.send(noura))
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(ms).toBeLessThan(2000)
      expect((await fetch(`${server.origin}/health/ready`)).status).toBe(503)
      await postgres.begin()
      await expect.poll(async () => (await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    }
    await load.acknowledged(30)
    await load.stop()
    expect([...load.statuses].sort()).toEqual([200, 503])
    const rows = await server.services.db.selectFrom('messages').select('content').execute()
    const stored = rows.map(row => row.content)
    expect(load.sent.filter(text => !stored.some(one => one.includes(text)))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
  })
})

async function timed(call: () => Promise<Response>) {
  const before = Date.now()
  const { status, headers } = await call()
  return { status, headers, ms: Date.now() - before }
}

/** Twelve browsers that send one message after the other, and again what was not acknowledged. */
class Load {
  readonly statuses = new Set<number>()
  /** Texts that the server has acknowledged. */
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
    await expect.poll(() => this.sent.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(enough)
  }

  async stop(): Promise<void> {
    this.#isOn = false
    await Promise.all(this.#browsers)
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
