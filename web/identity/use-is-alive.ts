import { useRouter } from '@tanstack/react-router'

/** Whether the app is here. Without it a screen is only its picture in index.html: nothing in it may need the router. */
export function useIsAlive(): boolean {
  return Boolean(useRouter({ warn: false }))
}
