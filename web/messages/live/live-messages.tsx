import { useEffect } from 'react'
import { loadSettings } from '../../settings/settings.ts'
import { useUser } from '../../user/user.ts'
import { goLive } from './live.ts'

/** Keeps messages up to date while it is rendered. It may be rendered in several places at once. */
export function LiveMessages() {
  const user = useUser().data?.user
  const uid = user?.uid
  const isMentor = user?.mentorId != null
  useEffect(() => {
    if (uid === undefined) return
    let isLeft = false
    let stop: (() => void) | undefined
    void loadSettings().then(({ messengerEnabled }) => {
      if (messengerEnabled && !isLeft) stop = stayLive({ uid, isMentor })
    })
    return () => {
      isLeft = true
      stop?.()
    }
  }, [uid, isMentor])
  return null
}

let places = 0
let end: (() => void) | undefined

/** Goes live until nobody needs it any more. */
function stayLive(who: Parameters<typeof goLive>[0]): () => void {
  if (places === 0) end = goLive(who)
  places += 1
  return () => {
    places -= 1
    if (places === 0) end?.()
  }
}
