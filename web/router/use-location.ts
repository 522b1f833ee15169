import { useSyncExternalStore } from 'react'
import type { Params } from './path.ts'
import { currentLocation, onNavigation, type Pending, pendingLocation, type ShownScreen } from './router.ts'

/** The place that is shown, not the one that is loading. */
export function useLocation(): ShownScreen {
  return useLocationIfAny() as ShownScreen
}

/** Undefined in the prerendered page, which has no router. */
export function useLocationIfAny(): ShownScreen | undefined {
  return useSyncExternalStore(onNavigation, currentLocation, () => undefined)
}

/** The place that was asked for, from the tap until its screen is complete. */
export function usePendingLocation(): Pending | undefined {
  return useSyncExternalStore(onNavigation, pendingLocation, () => undefined)
}

/** The values in the path of the shown place. */
export function useParams(): Params {
  return useLocation().params
}
