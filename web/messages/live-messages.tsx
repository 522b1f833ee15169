import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '../identity/user.ts'
import { loadSettings } from '../settings/settings.ts'
import { goLive } from './live.ts'

/** Keeps messages up to date behind whatever is shown, as long as it stands. */
export function LiveMessages() {
  const user = useUser().data?.user
  const uid = user?.uid
  const isMentor = user?.mentorId != null
  // There accounts are merged: a call in the name of the one that ends would sign out whoever goes on as the other.
  const mayMerge = useLocation({ select: ({ pathname }) => pathname === '/account' })
  useEffect(() => {
    if (uid === undefined || mayMerge) return
    let isLeft = false
    let stop: (() => void) | undefined
    void loadSettings().then(({ messengerEnabled }) => {
      if (messengerEnabled && !isLeft) stop = goLive({ uid, isMentor })
    })
    return () => {
      isLeft = true
      stop?.()
    }
  }, [uid, isMentor, mayMerge])
  return null
}
