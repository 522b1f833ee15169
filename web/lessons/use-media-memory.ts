import { useState } from 'react'

/** What was heard and seen to the end, by page and for as long as the visit lasts. */
const finishedOn = new Map<string, ReadonlySet<string>>()

export type MediaMemory = {
  finished: ReadonlySet<string>
  /** What cannot be had at the moment. */
  troubled: ReadonlySet<string>
  onEnded(name: string): void
  onTrouble(name: string, hasTrouble: boolean): void
}

export function useMediaMemory(place: string): MediaMemory {
  const [finished, setFinished] = useState(() => finishedOn.get(place) ?? new Set<string>())
  const [troubled, setTroubled] = useState<ReadonlySet<string>>(new Set())
  return {
    finished,
    troubled,
    onEnded(name) {
      const more = new Set(finishedOn.get(place)).add(name)
      finishedOn.set(place, more)
      setFinished(more)
    },
    onTrouble(name, hasTrouble) {
      setTroubled(before => {
        const after = new Set(before)
        if (hasTrouble) after.add(name)
        else after.delete(name)
        return after
      })
    },
  }
}
