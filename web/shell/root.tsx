import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isInMaintenance, wasInMaintenance } from '../settings/maintenance.ts'
import { MaintenanceScreen } from './maintenance-screen.tsx'
import { useArrival } from './use-arrival.ts'

/** What every screen stands in. Nobody waits for the settings: they take effect when they come. */
export function Root() {
  const [isClosed, setIsClosed] = useState(wasInMaintenance)
  useEffect(() => {
    void isInMaintenance().then(setIsClosed)
  }, [])
  useArrival()
  return isClosed ? <MaintenanceScreen /> : <Outlet />
}
