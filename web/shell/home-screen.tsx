import { CoursesScreen } from '../courses/courses-screen.tsx'
import { Navigate } from '../router/link.tsx'
import { knownSettings } from '../settings/settings.ts'
import { useUser } from '../user/user.ts'

/** Where one begins: a learner with the courses, a mentor with those who wait. */
export function HomeScreen() {
  const isMentor = useUser().data?.user.mentorId != null
  if (isMentor && knownSettings().messengerEnabled) return <Navigate to="/messages" />
  return <CoursesScreen />
}
