import type { FilmProgress } from '../../courses/films/film-progress.ts'

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'> & { columns?: number }
type Bar = Disposable & { show(progress: FilmProgress): void }

const WIDTH = 30
const CLEAR = '\r\x1b[K'

/** Progress of the films: a bar in a terminal, a line for each film in a file. */
export function filmProgressBar(print: (line: string) => void, terminal: Terminal): Bar {
  return {
    show({ film, done, finished }) {
      const bar = finished === undefined ? barOf(film, done) : ''
      // A bar that wraps into a second line could not be cleared.
      if (terminal.isTTY) terminal.write(CLEAR + bar.slice(0, (terminal.columns ?? 80) - 1))
      if (finished !== undefined) print(`${film}: files made ${finished}, all films ${percent(done)}`)
    },
    [Symbol.dispose]() {
      if (terminal.isTTY) terminal.write(CLEAR)
    },
  }
}

function barOf(film: string, done: number): string {
  const full = Math.round(WIDTH * done)
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent(done)} ${film}`
}

function percent(done: number): string {
  return `${Math.floor(100 * done)}%`
}
