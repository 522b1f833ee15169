import { isSound } from '../../contract/media.ts'
import type { Missing } from '../../contract/pages/index.ts'

/** Why the way on is still closed; the dock has a sentence for each (`lesson.missing.<reason>`). */
export type Reason = Missing | 'listen' | 'watch' | 'connection'

type Given = {
  isComplete: boolean
  missing: Missing | undefined
  /** What may be missing all the same: pressing the button shows what is wrong. */
  checkedOnPress: readonly Missing[]
  /** The sounds and films of the page that must come to their end. */
  toFinish: readonly string[]
  finished: ReadonlySet<string>
  troubled: ReadonlySet<string>
}

/** What a page still waits for, or undefined when the way is open. */
export function reasonToWait({
  isComplete,
  missing,
  checkedOnPress,
  toFinish,
  finished,
  troubled,
}: Given): Reason | undefined {
  if (isComplete) return undefined
  if (missing && !checkedOnPress.includes(missing)) return missing
  const unfinished = toFinish.find(name => !finished.has(name))
  if (!unfinished) return undefined
  if (troubled.has(unfinished)) return 'connection'
  return isSound(unfinished) ? 'listen' : 'watch'
}
