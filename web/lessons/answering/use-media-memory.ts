import { useState, useSyncExternalStore } from 'react'
import { isOffline, onConnectionChange } from '../../offline/connection.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'

export type MediaMemory = {
  finished: ReadonlySet<string>
  /** Media that cannot be loaded at the moment. */
  troubled: ReadonlySet<string>
  /** There is no network, or the server cannot be reached. */
  isOffline: boolean
  onEnded(name: string): void
  onTrouble(name: string, hasTrouble: boolean): void
}

/**
 * Sounds and films of a page that were played to their end. They are stored like a draft, so that nobody has to play
 * them again after a reload.
 */
export function useMediaMemory(place: DraftPlace): MediaMemory {
  const [finished, setFinished] = useState(() => readFinished(place))
  const [troubled, setTroubled] = useState<ReadonlySet<string>>(new Set())
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  return {
    finished,
    troubled,
    isOffline: isAlone || !navigator.onLine,
    onEnded(name) {
      const more = new Set([...finished, name])
      saveDraft(place, [...more])
      setFinished(more)
    },
    onTrouble(name, hasTrouble) {
      setTroubled(before => {
        const after = new Set(before)
        after[hasTrouble ? 'add' : 'delete'](name)
        return after
      })
    },
  }
}

function readFinished(place: DraftPlace): ReadonlySet<string> {
  return new Set([readDraft(place) ?? []].flat())
}
