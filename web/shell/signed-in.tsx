import { type ReactNode, Suspense, useEffect } from 'react'
import { wantTexts } from '../i18n/texts.ts'
import { LessonBar } from '../lessons/lesson-bar.tsx'
import { LessonLoading } from '../lessons/lesson-loading.tsx'
import { OutboxNote } from '../messages/outbox-lists/outbox-note.tsx'
import { openOutbox } from '../outbox/outbox.ts'
import { useLocation } from '../router/use-location.ts'
import { lazy } from '../ui/lazy.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { BelowOffline } from '../ui/offline-screen.tsx'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import { Header } from './header.tsx'
import { MenuProvider } from './menu.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { ScreenFailed } from './screen-failed.tsx'

const behind = lazy(async () => (await import('./background-work.tsx')).BackgroundWork)
const offlineNotes = lazy(async () => {
  await wantTexts('messages')
  return (await import('../offline/offline-notes.tsx')).OfflineNotes
})
const hereLinks = lazy(async () => (await import('../courses/here/lessons-on-phone-links.tsx')).LessonsOnPhoneLinks)
/** No screen waits for this code, so it is loaded later. */
const AFTER_MS = 1000

export function SignedIn({ children }: { children: ReactNode }) {
  useEffect(() => openOutbox(), [])
  const Behind = useLazyAfter(behind, AFTER_MS)
  return (
    <MenuProvider>
      <BelowOffline value={<OnThisPhone />}>
        <Around>
          <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
        </Around>
      </BelowOffline>
      {Behind && <Behind />}
    </MenuProvider>
  )
}

/** Added to the screens that say that there is no network. */
function OnThisPhone() {
  const Links = useLazyAfter(hereLinks, 0)
  return Links && <Links />
}

function Around({ children }: { children: ReactNode }) {
  const { route, params, Screen, isSkeleton, key } = useLocation()
  const { drawsBar, fills } = route
  const OfflineNotes = useLazyAfter(offlineNotes, AFTER_MS)
  const bar = drawsBar && <LessonBar courseId={params.courseId ?? ''} />
  const screen = shown()
  const safe = (
    <ScreenBoundary place={key} bar={bar}>
      {screen}
    </ScreenBoundary>
  )
  if (drawsBar) return safe
  return (
    <div className={fills ? 'filled' : undefined}>
      <Header />
      {OfflineNotes && <OfflineNotes inConversation={!!fills} />}
      {/* A conversation shows at each message whether it waits. */}
      {!fills && <OutboxNote />}
      {safe}
    </div>
  )

  function shown() {
    if (isSkeleton) return drawsBar ? <LessonLoading /> : <LoadingScreen />
    return Screen === ScreenFailed ? <ScreenFailed bar={bar} /> : children
  }
}
