import { useEffect, useState } from 'react'
import { loadOlder, type useConversation } from '../messages/conversation/conversation-query.ts'
import { useLocation } from '../router/use-location.ts'
import { useUid } from '../user/user.ts'

declare module '../router/path.ts' {
  interface HistoryState {
    /** The message that a search found. Time in epoch ms. */
    found?: { id: string; sentAt: number } | undefined
  }
}

/**
 * The message that a search led to. Loads the conversation back to it, page by page, so that there is no gap between it
 * and the newest message.
 */
export function useFound(learnerUid: string, { data, isPending }: ReturnType<typeof useConversation>) {
  const uid = useUid()
  const { found } = useLocation().state
  const [error, setError] = useState<Error>()
  const [visit, setVisit] = useState({ found, count: 0 })
  // The search led to another message of this conversation, or to the same message again.
  if (visit.found !== found) {
    setVisit({ found, count: visit.count + 1 })
    setError(undefined)
  }
  const isHere = data?.messages.some(({ id }) => id === found?.id)
  const oldest = data?.messages[0]?.sentAt
  const isBefore = found !== undefined && oldest !== undefined && Date.parse(oldest) >= found.sentAt
  const isMissing = isBefore && !isHere && data?.hasOlder === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came moves the oldest message back.
  useEffect(() => {
    if (isMissing && !error) loadOlder(uid, learnerUid).catch(setError)
  }, [isMissing, error, uid, learnerUid, oldest])
  return {
    /** The message itself, once it is loaded. */
    id: isHere ? found?.id : undefined,
    /** Grows each time a search leads here. */
    visit: visit.count,
    isSought: found !== undefined,
    isLoading: found !== undefined && (isPending || isMissing),
    error: isMissing ? error : undefined,
    retry: () => setError(undefined),
  }
}
