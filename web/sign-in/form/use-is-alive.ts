import { usePlaceIfAny } from '../../router/use-place.ts'

/** Whether the app is here. Without it a screen is only its picture in index.html: nothing in it may need the router. */
export function useIsAlive(): boolean {
  return usePlaceIfAny() !== undefined
}
