import type { Cue } from './caption-files.ts'

/**
 * - `overlaps`: the next line begins before this one ends.
 * - `ends-first`: it ends before it begins.
 * - `too-long`: more than two lines on a phone.
 * - `too-fast`: nobody reads it in that time.
 * - `beyond`: it ends after the film.
 */
export type CueProblem = 'overlaps' | 'ends-first' | 'too-long' | 'too-fast' | 'beyond'

const LINE_CHARACTERS = 42
const LINES = 2
/** Adults can read so many characters in one second of a film. */
const CHARACTERS_A_SECOND = 21
/** In seconds. Nobody can set a time more exactly by hand. */
const TOLERANCE = 0.05

/** The first fault that is found in a line. `length`: the length of the film in seconds; 0 if it is not known. */
export function cueProblem(cue: Cue, next: Cue | undefined, length: number): CueProblem | undefined {
  const { from, to, text } = cue
  if (to <= from) return 'ends-first'
  if (next && to > next.from + TOLERANCE) return 'overlaps'
  if (length > 0 && to > length + TOLERANCE) return 'beyond'
  const characters = [...text.replace(/\s+/g, ' ').trim()].length
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / LINE_CHARACTERS)), 0)
  if (lines > LINES) return 'too-long'
  return characters > CHARACTERS_A_SECOND * (to - from) + 8 ? 'too-fast' : undefined
}
