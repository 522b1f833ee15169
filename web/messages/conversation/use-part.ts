import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ShownMessage } from './conversation.ts'
import { indexesOfPart, newestPart, openedPart, partAround, withNewer, withOlder, withoutTooMuch } from './part.ts'

/** Keeps only the messages around the reader in the document, however long the conversation is. */
export function usePart(
  shown: readonly ShownMessage[],
  { hasOlder, onOlder, opensAt }: { hasOlder: boolean; onOlder(): Promise<void>; opensAt: string | undefined },
) {
  const [chosen, setPart] = useState(() => partAround(shown, opensAt))
  const part = openedPart(shown, chosen, opensAt)
  // Stores the part that has a beginning now, so that the next new message does not move it.
  if (part !== chosen) setPart(part)
  const { start, end } = indexesOfPart(shown, part)
  const newest = shown.at(-1)
  const wasNewest = useRef(newest?.key)

  // A person who writes while reading far above is scrolled to the new message.
  useLayoutEffect(() => {
    if (newest?.isMine && newest.key !== wasNewest.current) setPart(now => (now.to ? newestPart(shown) : now))
    wasNewest.current = newest?.key
  }, [shown, newest])

  return {
    part: useMemo(() => shown.slice(start, end), [shown, start, end]),
    isOpenBefore: hasOlder || start > 0,
    isOpenAfter: end < shown.length,
    async older() {
      // Adding and removing together needs one layout instead of two.
      setPart(withoutTooMuch(shown, withOlder(shown, part), 'start'))
      if (start === 0) await onOlder()
    },
    newer: () => setPart(withoutTooMuch(shown, withNewer(shown, part), 'end')),
    toEnd: () => setPart(newestPart(shown)),
    toMessage: (key: string) => setPart(partAround(shown, key)),
    limit: useCallback((readAt: 'start' | 'end') => setPart(now => withoutTooMuch(shown, now, readAt)), [shown]),
  }
}
