import { BLOCK_SAMPLES } from './recording-format.ts'

/** Collects samples into blocks of one size, up to a limit; only the last one may be shorter. */
export class Blocks {
  readonly #onBlock: (block: Float32Array<ArrayBuffer>) => void
  #block = new Float32Array(BLOCK_SAMPLES)
  #filled = 0
  #left: number

  constructor(limitSamples: number, onBlock: (block: Float32Array<ArrayBuffer>) => void) {
    this.#left = limitSamples
    this.#onBlock = onBlock
  }

  get isFull(): boolean {
    return this.#left === 0
  }

  add(samples: Float32Array): void {
    let rest = samples.subarray(0, this.#left)
    this.#left -= rest.length
    while (rest.length > 0) {
      const taken = rest.subarray(0, BLOCK_SAMPLES - this.#filled)
      this.#block.set(taken, this.#filled)
      this.#filled += taken.length
      rest = rest.subarray(taken.length)
      if (this.#filled === BLOCK_SAMPLES) this.#handOver()
    }
    if (this.isFull) this.end()
  }

  /** Sends the rest; no more samples are accepted. */
  end(): void {
    this.#left = 0
    if (this.#filled > 0) this.#handOver()
  }

  #handOver(): void {
    const block = this.#block.subarray(0, this.#filled)
    this.#block = new Float32Array(BLOCK_SAMPLES)
    this.#filled = 0
    this.#onBlock(block)
  }
}
