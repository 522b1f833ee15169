import { Navigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUser } from '../identity/user.ts'
import { later, useLater } from '../ui/later.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { MessagesScreen } from './messages-screen.tsx'

const inboxScreen = later(async () => (await import('./inbox/inbox-screen.tsx')).InboxScreen)

/** A learner's conversation, or the conversations of a mentor. */
export function MessagesHome() {
  const { learnerUid } = useParams({ strict: false })
  const user = useUser()
  if (user.isPending) return <LoadingScreen />
  if (user.data?.user.mentorId != null) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Inbox />
      </Suspense>
    )
  }
  return learnerUid === undefined ? <MessagesScreen /> : <Navigate to="/messages" search={true} replace />
}

function Inbox() {
  const InboxScreen = useLater(inboxScreen)
  return <InboxScreen />
}
