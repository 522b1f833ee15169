import { useSyncExternalStore } from 'react'
import { needsHomeScreen } from '../../install/platform.ts'
import { currentSession } from '../../session.ts'
import { onStoredPush, readPush } from './stored-push.ts'

/** `home-screen`: an iPhone allows notifications only to an app on its home screen. */
export type PushState = 'unsupported' | 'home-screen' | 'denied' | 'off' | 'on'

export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return needsHomeScreen() ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isOn = Notification.permission === 'granted' && readPush()?.uid === currentSession()?.uid
  return isOn ? 'on' : 'off'
}

export function usePushState(): PushState {
  return useSyncExternalStore(onStoredPush, pushState)
}

export function useShowsText(): boolean {
  return useSyncExternalStore(onStoredPush, () => readPush()?.showsText ?? false)
}
