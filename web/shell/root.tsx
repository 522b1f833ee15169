import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { knownSettings, loadSettings } from '../settings/settings.ts'
import { MaintenanceScreen } from './maintenance-screen.tsx'
import { useArrival } from './use-arrival.ts'

/** What every screen stands in. Nobody waits for the settings: they take effect when they come. */
export function Root() {
  const [isInMaintenance, setIsInMaintenance] = useState(() => knownSettings().maintenance)
  useEffect(() => {
    void loadSettings().then(settings => setIsInMaintenance(settings.maintenance))
  }, [])
  useArrival()
  return isInMaintenance ? <MaintenanceScreen /> : <Outlet />
}
