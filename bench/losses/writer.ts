import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../contract/calls/api-error.ts'
import { logPage, type Page } from '../../contract/lessons.ts'
import type { Person } from '../../e2e/people.ts'
import type { JournalEntry } from './journal.ts'

const LIMIT_MS = 5000
const AGAIN_MS = 100
const SETTLE_LIMIT_MS = 60_000

type Sending = { key: string; pageNumber: number; pageId: string }

/** One person in one lesson who logs page after page, as a browser's outbox does: in order. */
export class Writer {
  readonly #person: Person
  readonly #lessonId: string
  readonly #pages: Page[]
  readonly #journal: JournalEntry[]
  #next: Sending
  #isUnknown = false

  constructor(person: Person, lessonId: string, pages: Page[], journal: JournalEntry[]) {
    this.#person = person
    this.#lessonId = lessonId
    this.#pages = pages
    this.#journal = journal
    this.#next = this.#sendingOf(1)
  }

  /** Continues until the server is killed. Unconfirmed logs are sent first the next time, under their old keys. */
  async writeUntilGone(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const verdict = await this.#send()
      this.#isUnknown = verdict === undefined
      if (!verdict) return
      this.#turn({ verdict, isSentAgain: false })
    }
  }

  /** Sends unconfirmed logs again. One process or the database may need a moment until it is back. */
  async settle(): Promise<void> {
    if (!this.#isUnknown) return
    const deadline = performance.now() + SETTLE_LIMIT_MS
    let verdict = await this.#send()
    while (!verdict && performance.now() < deadline) {
      await sleep(AGAIN_MS)
      verdict = await this.#send()
    }
    if (!verdict) throw new Error('The server is up and does not answer')
    this.#isUnknown = false
    this.#turn({ verdict, isSentAgain: true })
  }

  #turn(outcome: Pick<JournalEntry, 'verdict' | 'isSentAgain'>): void {
    const { key, pageId, pageNumber } = this.#next
    const place = `${this.#person.session.uid} ${this.#lessonId} ${pageId}`
    this.#journal.push({ key, place, ...outcome })
    this.#next = this.#sendingOf((pageNumber % this.#pages.length) + 1)
  }

  #sendingOf(pageNumber: number): Sending {
    return { key: randomUUID(), pageNumber, pageId: this.#pages[pageNumber - 1]?.id ?? '' }
  }

  /** Undefined if no response said whether the log arrived. */
  async #send(): Promise<JournalEntry['verdict'] | undefined> {
    const { key, pageId, pageNumber } = this.#next
    const body = { userId: this.#person.session.uid, pageId, pageNumber, answer: key }
    try {
      const params = { lessonId: this.#lessonId }
      // A killed process never answers the call that it has just received.
      const signal = AbortSignal.timeout(LIMIT_MS)
      await this.#person.call(logPage, { params, body }, { idempotencyKey: key, signal })
      return 'ok'
    } catch (error) {
      // 0: no response came. 200: the response broke off. 503: the database is away. The log may have arrived.
      const isUnknown = error instanceof ApiError && [0, 200, 503].includes(error.status)
      return isUnknown ? undefined : 'fail'
    }
  }
}
