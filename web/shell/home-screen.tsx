import { Navigate } from '@tanstack/react-router'
import { CoursesScreen } from '../courses/courses-screen.tsx'
import { useUser } from '../identity/user.ts'
import { knownSettings } from '../settings/settings.ts'

/** Where one begins: a learner with the courses, a mentor with those who wait. */
export function HomeScreen() {
  const isMentor = useUser().data?.user.mentorId != null
  if (isMentor && knownSettings().messengerEnabled) return <Navigate to="/messages" search={true} replace />
  return <CoursesScreen />
}
