import { Suspense } from 'react'
import { wantTexts } from '../i18n/texts.ts'
import { LiveMessages } from '../messages/live/live-messages.tsx'
import { MessagesScreen } from '../messages/messages-screen.tsx'
import { Navigate } from '../router/link.tsx'
import { useParams } from '../router/use-location.ts'
import { lazy, useLazy } from '../ui/lazy.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useUser } from '../user/user.ts'

const inboxScreen = lazy(async () => {
  const [{ InboxScreen }] = await Promise.all([import('../inbox/inbox-screen.tsx'), wantTexts('inbox')])
  return InboxScreen
})

/**
 * A learner's conversation, or a mentor's inbox. It starts live updates itself, because background-work.tsx is loaded
 * later, and its loading may fail.
 */
export function MessagesHome() {
  return (
    <>
      <Home />
      <LiveMessages />
    </>
  )
}

function Home() {
  const { learnerUid } = useParams()
  const user = useUser()
  if (user.isPending) return <LoadingScreen />
  if (user.data?.user.mentorId != null) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Inbox />
      </Suspense>
    )
  }
  return learnerUid === undefined ? <MessagesScreen /> : <Navigate to="/messages" />
}

function Inbox() {
  const InboxScreen = useLazy(inboxScreen)
  return <InboxScreen />
}
