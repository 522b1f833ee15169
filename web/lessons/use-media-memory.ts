import { useState } from 'react'
import { type DraftPlace, dropDraft, keepDraft, readDraft } from '../outbox/drafts.ts'

export type MediaMemory = {
  finished: ReadonlySet<string>
  /** What cannot be had at the moment. */
  troubled: ReadonlySet<string>
  onEnded(name: string): void
  onTrouble(name: string, hasTrouble: boolean): void
}

/** What was heard and seen to the end on a page. It is kept beside what was begun there: nobody hears it twice for a reload. */
export function useMediaMemory(place: DraftPlace): MediaMemory {
  const [finished, setFinished] = useState(() => readFinished(place))
  const [troubled, setTroubled] = useState<ReadonlySet<string>>(new Set())
  return {
    finished,
    troubled,
    onEnded(name) {
      const more = new Set([...finished, name])
      keepDraft(besides(place), [...more])
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

/** Once a page is done, its way is open for good. */
export function forgetMedia(place: DraftPlace): void {
  dropDraft(besides(place))
}

function readFinished(place: DraftPlace): ReadonlySet<string> {
  return new Set([readDraft(besides(place)) ?? []].flat())
}

/** No page has such an id. */
function besides({ pageId, ...place }: DraftPlace): DraftPlace {
  return { ...place, pageId: `${pageId} media` }
}
