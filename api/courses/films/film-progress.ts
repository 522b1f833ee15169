/** `done`: from 0 to 1, of all films. `finished`: how many files of `film` were made, once they are. */
export type FilmProgress = { film: string; done: number; finished?: number }

/** How far the making of all films is. */
export class WorkDone {
  readonly #total: number
  readonly #tell: ((progress: FilmProgress) => void) | undefined
  #done = 0

  constructor(total: number, tell: ((progress: FilmProgress) => void) | undefined) {
    this.#total = total
    this.#tell = tell
  }

  of(film: string) {
    return {
      /** A piece of work, told how many seconds of the film it is through. */
      during: (weight: number, seconds: number) => {
        let before = 0
        return (now: number) => {
          this.#done += weight * (Math.min(now, seconds) - before)
          before = Math.min(now, seconds)
          this.#tell?.({ film, done: this.#done / this.#total })
        }
      },
      finish: (finished: number) => this.#tell?.({ film, done: this.#done / this.#total, finished }),
    }
  }
}
