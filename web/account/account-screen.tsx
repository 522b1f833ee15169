import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCourses } from '../courses/courses.ts'
import { WeekCard } from '../courses/week/week-card.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useUser } from '../user/user.ts'
import './account.css'
import { EraseNote } from './erase-note.tsx'
import { OwnData } from './own-data.tsx'
import { isPinDone, PeopleOfPhone, type PinDone } from './pin/people-of-phone.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProgressCards } from './progress-cards.tsx'
import { Snackbar } from './snackbar.tsx'
import { TextSwitch } from './text-switch.tsx'
import { ThisPhone } from './this-phone/this-phone.tsx'

/** The last change of the account on this screen. */
type Done = 'merged' | 'erasing' | 'kept' | 'nameSaved' | 'nameRemoved' | 'emailChanged' | PinDone

/** The profile. A merge of two accounts replaces all of `Profile`, so the result is kept and shown outside of it. */
export function AccountScreen() {
  const t = useTranslations()
  const [done, setDone] = useState<Done>()
  const heading = useRef<HTMLHeadingElement>(null)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the focus moves to the note or to the heading.
    if (done === 'erasing') note.current?.focus()
    if (done === 'merged' || done === 'kept') heading.current?.focus()
  }, [done])
  return (
    <>
      <Profile heading={heading} note={note} onDone={setDone} />
      <Snackbar text={done && done !== 'erasing' ? t(textOf(done)) : undefined} onOver={() => setDone(undefined)} />
    </>
  )
}

function textOf(done: Exclude<Done, 'erasing'>) {
  return isPinDone(done) ? (`pin.${done}` as const) : (`account.${done}` as const)
}

type ProfileProps = { heading: Ref<HTMLHeadingElement>; note: Ref<HTMLDivElement>; onDone(done: Done): void }

function Profile({ heading, note, onDone }: ProfileProps) {
  const t = useTranslations('courses')
  const courses = useCourses()
  const known = useUser()
  if (courses.isPending || known.isPending) return <LoadingScreen />
  if (courses.error) return <LoadFailed error={courses.error} text={t('error')} onRetry={courses.refetch} />
  if (known.error) return <LoadFailed error={known.error} text={t('userError')} onRetry={known.refetch} />
  const { user, userLessonData } = known.data
  return (
    <main className="page stack loose">
      {user.eraseAt !== null && <EraseNote note={note} eraseAt={user.eraseAt} onKept={() => onDone('kept')} />}
      <div className="profile">
        <ProfileCard
          heading={heading}
          user={user}
          onMerged={() => onDone('merged')}
          onEmailChanged={() => onDone('emailChanged')}
          onNamed={name => onDone(name ? 'nameSaved' : 'nameRemoved')}
        />
        <div className="stack loose">
          {user.mentorId === null && <WeekCard />}
          <ProgressCards courses={courses.data} data={userLessonData} />
          <ThisPhone />
          {/* The team is notified in other ways than by text message. */}
          {user.phoneNumber !== null && user.mentorId === null && <TextSwitch uid={user.uid} />}
        </div>
        <PeopleOfPhone user={user} onDone={onDone} />
        <OwnData isBeingErased={user.eraseAt !== null} onErasing={() => onDone('erasing')} />
      </div>
    </main>
  )
}
