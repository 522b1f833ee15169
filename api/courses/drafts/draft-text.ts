import type { ListText } from '../writing/list-text.ts'
import { listIn, rememberText } from './known-texts.ts'
import { openText } from './lesson-text.ts'

/** A file that is not valid YAML. An author has to mend it as a text. */
export class UnreadableDraftError extends Error {}

/** One text of a course: course.yaml, or a lesson. It is parsed when it is first needed. */
export class DraftText {
  name: string
  #source: string
  #text: ListText | undefined
  #isRead = false

  constructor(name: string, source: string) {
    this.name = name
    this.#source = source
  }

  get source(): string {
    return this.#text?.text ?? this.#source
  }

  /** Undefined if it cannot be read. */
  get text(): ListText | undefined {
    if (!this.#isRead) this.#text = openText(this.#source, listIn(this.name))
    this.#isRead = true
    return this.#text
  }

  get readable(): ListText {
    if (!this.text) throw new UnreadableDraftError()
    return this.text
  }

  replace(source: string): void {
    this.#source = source
    this.#text = undefined
    this.#isRead = false
  }

  /** Keeps what is known of the text, so that it is not parsed again. */
  remember(): void {
    if (this.#text) rememberText(this.#text.text, listIn(this.name), this.#text.read)
  }
}
