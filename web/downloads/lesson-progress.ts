import { mediaStore } from './files/media-store.ts'
import { type Progress, showProgress } from './progress.ts'
import type { Download } from './rows/rows.ts'

/** Counts the bytes of a lesson that are here, and how fast they come. */
export class LessonProgress {
  readonly #lessonId: string
  readonly #sizes = new Map<string, number>()
  readonly #startedAt = performance.now()
  #bytesBefore: number | undefined
  waitsFor: Progress['waitsFor']

  /** If the last try found a full phone, this one says so, too, until something could be stored. */
  constructor({ lessonId }: Download, waitedFor: Progress['waitsFor']) {
    this.#lessonId = lessonId
    if (waitedFor === 'room') this.waitsFor = waitedFor
  }

  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
  }

  /** Counts the bytes that earlier tries have stored. */
  async begin(media: readonly string[]): Promise<void> {
    for (const name of media) {
      const parts = (await mediaStore.sizeOf(name)) ?? (await mediaStore.parts(name)).map(({ blob }) => blob.size)
      this.#sizes.set(
        name,
        [parts].flat().reduce((sum, size) => sum + size, 0),
      )
    }
    this.#bytesBefore ??= this.bytes
    this.show()
  }

  /** Notes that something could be stored, so that the lesson waits for nothing. */
  noteStored(): void {
    this.waitsFor = undefined
    this.show()
  }

  show(name?: string, bytes = 0): void {
    if (name !== undefined) this.#sizes.set(name, bytes)
    const seconds = (performance.now() - this.#startedAt) / 1000
    const speed = seconds > 1 ? (this.bytes - (this.#bytesBefore ?? 0)) / seconds : 0
    showProgress({
      lessonId: this.#lessonId,
      bytes: this.bytes,
      speed: Math.max(0, speed),
      waitsFor: this.waitsFor,
    })
  }
}
