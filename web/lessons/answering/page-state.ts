import { isSound } from '../../../contract/media.ts'
import type { KnownPageType, Missing, PageOptions } from '../../../contract/pages/index.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'

/** Why the main button is disabled; the bottom bar has a sentence for each (`lesson.missing.<reason>`). */
export type BlockedReason = Missing | 'listen' | 'watch' | 'connection'

type OfPage = {
  type: KnownPageType
  options: PageOptions
  isComplete: boolean
  submitted: StoredAnswer | undefined
  /** The submitted answer is a recording. */
  isSpoken: boolean
  draft: unknown
  /** There is a recording to submit. */
  hasRecording: boolean
  media: MediaState
}

type MediaState = {
  /** Sounds and films that must come to their end. */
  toFinish: readonly string[]
  finished: ReadonlySet<string>
  /** Media that cannot be loaded at the moment. */
  troubled: ReadonlySet<string>
  /** Without a network, nobody has to play media that are not on this phone. */
  isOffline: boolean
}

export type PageState = {
  /** The answer that would be logged. */
  answer: StoredAnswer | undefined
  /** There is something to submit. */
  isDirty: boolean
  /** The effect of pressing the main button; `check` shows what is wrong. */
  press: 'go-on' | 'check' | 'submit'
  blockedBy: BlockedReason | undefined
}

/** Why a page is blocked, or what pressing its main button does. */
export function pageState(page: OfPage): PageState {
  const { type, options, isComplete, submitted, isSpoken, draft, hasRecording, media } = page
  // A submitted recording stays the answer until something is written or recorded.
  const keepsSpoken = isSpoken && draft === type.empty
  const answer = keepsSpoken ? submitted : type.stored(draft)
  // Both answers are compared in today's format, because an answer that is only stored in an older one is not dirty.
  const before = isSpoken || submitted === undefined ? submitted : type.stored(type.draft(submitted, options))
  const isDirty = !isComplete || hasRecording || JSON.stringify(answer) !== JSON.stringify(before)
  const missing = hasRecording || keepsSpoken ? undefined : type.missing(draft, options)
  const isChecked = missing !== undefined && type.checkedOnPress.includes(missing)
  return {
    answer,
    isDirty,
    press: isDirty ? pressOn(missing, isChecked) : 'go-on',
    blockedBy: isComplete ? onceComplete(missing) : ((isChecked ? undefined : missing) ?? unfinished(media)),
  }
}

/** What blocks even a completed page: with a text that is too long, the learner would go on and believe it was sent. */
function onceComplete(missing: Missing | undefined): BlockedReason | undefined {
  return missing === 'too-long' ? missing : undefined
}

/** A completed page can be left with an unfinished draft, which is not submitted. */
function pressOn(missing: Missing | undefined, isChecked: boolean): PageState['press'] {
  if (isChecked) return 'check'
  return missing ? 'go-on' : 'submit'
}

function unfinished({ toFinish, finished, troubled, isOffline }: MediaState): BlockedReason | undefined {
  const name = toFinish.find(one => !finished.has(one) && !(isOffline && troubled.has(one)))
  if (!name) return undefined
  if (troubled.has(name)) return 'connection'
  return isSound(name) ? 'listen' : 'watch'
}
