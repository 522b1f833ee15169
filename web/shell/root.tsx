import { useEffect, useState } from 'react'
import { usePlace } from '../router/use-place.ts'
import { isInMaintenance, wasInMaintenance } from '../settings/maintenance.ts'
import { MaintenanceScreen } from './maintenance-screen.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { useArrival } from './use-arrival.ts'

/** The frame of every screen. Nobody waits for the settings: they take effect when they arrive. */
export function Root() {
  const { key, params, Screen, Frame } = usePlace()
  const [isClosed, setIsClosed] = useState(wasInMaintenance)
  useEffect(() => {
    void isInMaintenance().then(setIsClosed)
  }, [])
  useArrival()
  if (isClosed) return <MaintenanceScreen />
  // The state of one course or lesson must not stay for the next one.
  const about = `${params.courseId}/${params.lessonId}`
  const screen = <Screen key={about} />
  return Frame ? <Frame>{screen}</Frame> : <ScreenBoundary place={key}>{screen}</ScreenBoundary>
}
