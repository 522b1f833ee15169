import { CoursesScreen } from '../courses/courses-screen.tsx'
import { Navigate } from '../router/link.tsx'
import { knownSettings } from '../settings/settings.ts'
import { useUser } from '../user/user.ts'
import { lastSide } from './sides/last-side.ts'

/** The first screen: a learner's courses, or a mentor's inbox. People of the team come back to the side used last. */
export function HomeScreen() {
  const { mentorId, teamRoles } = useUser().data?.user ?? {}
  const side = teamRoles && lastSide()
  if (side === 'organisation') return <Navigate to="/org" />
  if (mentorId != null && side !== 'learn' && knownSettings().messengerEnabled) return <Navigate to="/messages" />
  return <CoursesScreen />
}
