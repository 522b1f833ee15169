import { isSound } from '../../contract/media.ts'
import type { Missing } from '../../contract/pages/page-type.ts'

/** Why the way on is still closed; the dock has a sentence for each (`lesson.missing.<reason>`). */
export type Reason = Missing | 'listen' | 'watch' | 'connection'

type Given = {
  isComplete: boolean
  missing: Missing | undefined
  /** The sounds and films of the page that must come to their end. */
  toFinish: readonly string[]
  finished: ReadonlySet<string>
  troubled: ReadonlySet<string>
}

/** What a page still waits for, or undefined when the way is open. Wrong words may be checked, so they close nothing. */
export function reasonToWait({ isComplete, missing, toFinish, finished, troubled }: Given): Reason | undefined {
  if (isComplete) return undefined
  if (missing && missing !== 'blanks-wrong') return missing
  const unfinished = toFinish.find(name => !finished.has(name))
  if (!unfinished) return undefined
  if (troubled.has(unfinished)) return 'connection'
  return isSound(unfinished) ? 'listen' : 'watch'
}
