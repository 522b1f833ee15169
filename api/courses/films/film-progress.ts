/** `done` is from 0 to 1, over all films. `finished` is the number of files made, when `film` is finished. */
export type FilmProgress = { film: string; done: number; finished?: number }

/** How much of the work for all films is done. */
export class WorkDone {
  readonly #total: number
  readonly #report: ((progress: FilmProgress) => void) | undefined
  #done = 0

  constructor(total: number, report: ((progress: FilmProgress) => void) | undefined) {
    this.#total = total
    this.#report = report
  }

  of(film: string) {
    return {
      /** Returns a function to call with the seconds of the film that are done. */
      during: (weight: number, seconds: number) => {
        let before = 0
        return (now: number) => {
          this.#done += weight * (Math.min(now, seconds) - before)
          before = Math.min(now, seconds)
          this.#report?.({ film, done: this.#done / this.#total })
        }
      },
      finish: (finished: number) => this.#report?.({ film, done: this.#done / this.#total, finished }),
    }
  }
}
