import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { onLaunchedFile, takeSharedFile } from '../../lesson-files/incoming-file.ts'
import { type OpenedLessonFile, openLessonFile } from '../../lesson-files/open-lesson-file.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { useUid } from '../../user/user.ts'
import { useCourses } from '../courses.ts'
import '../../lesson-files/lesson-files.css'
import { ChooseFile } from './choose-file.tsx'
import { OpenedFile } from './opened-file.tsx'

/** Opens a lesson file: one that the phone's share sheet gave to the app, or one that is chosen here. */
export function LessonFileScreen() {
  const t = useTranslations('courses')
  const courses = useCourses()
  if (courses.isPending) return <LoadingScreen />
  if (courses.error) return <LoadFailed error={courses.error} text={t('error')} onRetry={courses.refetch} />
  return <Opener courses={courses.data} />
}

type State = 'looking' | 'choosing' | 'checking' | 'unreadable' | OpenedLessonFile

function Opener({ courses }: { courses: Course[] }) {
  const t = useTranslations('file')
  const uid = useUid()
  const [state, setState] = useState<State>('looking')
  /** The latest file counts, even if an earlier one is still being checked. */
  const latest = useRef<Blob>(undefined)

  async function open(file: Blob): Promise<void> {
    latest.current = file
    setState('checking')
    const opened = await openLessonFile(file, uid, courses).catch(() => 'unreadable' as const)
    if (latest.current === file) setState(opened)
  }

  const openGiven = useEffectEvent(open)
  useEffect(() => {
    onLaunchedFile(openGiven)
    takeSharedFile().then(file => {
      if (file) void openGiven(file)
      else setState(state => (state === 'looking' ? 'choosing' : state))
    })
  }, [])

  if (state === 'looking') return <LoadingScreen />
  if (typeof state === 'object')
    return <OpenedFile key={state.kind} opened={state} uid={uid} onOther={() => setState('choosing')} />
  return (
    <main className="page narrow stack center file-screen">
      {state === 'checking' ? (
        <h1 tabIndex={-1} role="status">
          {t('checking')}
        </h1>
      ) : (
        <ChooseFile hasFailed={state === 'unreadable'} onFile={file => void open(file)} />
      )}
    </main>
  )
}
