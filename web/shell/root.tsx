import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { returnPath } from '../router/return-path.ts'
import { useLocation } from '../router/use-location.ts'
import { isInMaintenance, wasInMaintenance } from '../settings/settings.ts'
import { Illustration } from '../ui/illustration.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { useArrival } from './use-arrival.ts'

/** The frame of every screen. It does not wait for the settings, which take effect when they arrive. */
export function Root() {
  const { key, params, route, Screen, Frame } = useLocation()
  const [isClosed, setIsClosed] = useState(wasInMaintenance)
  useEffect(() => {
    void isInMaintenance().then(setIsClosed)
  }, [])
  useArrival()
  // Owners open the app again on the screens of the organisation, and may have to sign in first.
  const isForTeam = route.name === 'organisation' || returnPath() !== null
  if (isClosed && !isForTeam) return <MaintenanceScreen />
  // The key resets the state, because the state of one course or lesson must not stay for the next one.
  const about = `${params.courseId}/${params.lessonId}`
  const screen = <Screen key={about} />
  return Frame ? <Frame>{screen}</Frame> : <ScreenBoundary place={key}>{screen}</ScreenBoundary>
}

/** Shown instead of everything during maintenance. */
function MaintenanceScreen() {
  const t = useTranslations('maintenance')
  return (
    <main className="full on-white">
      <Illustration tone="light" at={2} />
      <h1>{t('title')}</h1>
      <p>{t('body')}</p>
      <p className="meta">{t('safe')}</p>
    </main>
  )
}
