import { CoursesScreen } from '../courses/courses-screen.tsx'
import { Navigate } from '../router/link.tsx'
import { knownSettings } from '../settings/settings.ts'
import { useUser } from '../user/user.ts'

/** The first screen: a learner's courses, or a mentor's inbox. */
export function HomeScreen() {
  const isMentor = useUser().data?.user.mentorId != null
  if (isMentor && knownSettings().messengerEnabled) return <Navigate to="/messages" />
  return <CoursesScreen />
}
