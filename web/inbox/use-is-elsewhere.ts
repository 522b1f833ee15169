import { useEffect, useState } from 'react'
import type { InboxRow } from '../../contract/inbox.ts'
import { useWaiting } from '../messages/use-waiting.ts'
import { useUid } from '../user/user.ts'
import type { useInbox } from './inbox-query.ts'

type Learner = { learnerUid: string; row: InboxRow | undefined }

/** Whether a learner is no longer one of the mentor's. */
export function useIsElsewhere({ learnerUid, row }: Learner, inbox: ReturnType<typeof useInbox>): boolean {
  const [openedAt] = useState(() => Date.now())
  const isRefused = useWaiting(useUid(), learnerUid)?.some(({ refusedAs }) => refusedAs !== undefined)
  const isMissing = row === undefined
  const { refetch } = inbox
  useEffect(() => {
    if (isMissing || isRefused) void refetch()
  }, [isMissing, isRefused, refetch])
  // An inbox that was asked for before may not know a new learner yet.
  return isMissing && inbox.dataUpdatedAt > openedAt
}
