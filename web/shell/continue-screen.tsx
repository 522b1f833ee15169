import { useEffect } from 'react'
import { track } from '../analytics/track.ts'
import { useCourses } from '../courses/courses.ts'
import { lastOpenedLesson, lessonToResume } from '../courses/lesson-to-resume.ts'
import { pageTarget } from '../courses/page-target.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Navigate } from '../router/link.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useUid, useUser } from '../user/user.ts'

/** A shortcut of the installed app opens this screen. It leads to the lesson to continue, else to the first screen. */
export function ContinueScreen() {
  const { language } = useLanguage()
  const uid = useUid()
  const courses = useCourses()
  const user = useUser()
  const isPending = courses.isPending || user.isPending
  const inThisLanguage = courses.data?.filter(course => course.language === language) ?? []
  const others = courses.data?.filter(course => course.language !== language) ?? []
  const isMentor = user.data?.user.mentorId != null
  const data = user.data?.userLessonData
  const goOn = data && !isMentor && lessonToResume([...inThisLanguage, ...others], data, lastOpenedLesson(uid))
  const started = goOn && !goOn.isStarted ? goOn.lesson.id : undefined
  useEffect(() => {
    if (started) track('lesson_start', { lesson_id: started })
  }, [started])
  if (isPending) return <LoadingScreen />
  return <Navigate {...(goOn ? pageTarget(goOn.course.id, goOn.lesson.id, goOn.page) : { to: '/' })} />
}
