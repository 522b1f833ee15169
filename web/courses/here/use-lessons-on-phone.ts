import { useEffect, useState, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { isOffline, onConnectionChange } from '../../offline/connection.ts'
import { lazy } from '../../ui/lazy.ts'
import { useUid } from '../../user/user.ts'
import type { LessonsOnPhone } from './lessons-on-phone.ts'

const lessonsOnPhone = lazy(
  async () => (await Promise.all([import('./lessons-on-phone.ts'), wantTexts('downloads')]))[0],
)

/** The lessons that open without a network. Undefined while there is a network, and until they are known. */
export function useLessonsOnPhone(): LessonsOnPhone | undefined {
  const uid = useUid()
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  const [here, setHere] = useState<LessonsOnPhone>()
  useEffect(() => {
    let isLeft = false
    // If this phone does not have the code, the screen stays as it is with a network.
    if (isAlone)
      lessonsOnPhone
        .load()
        .then(chunk => chunk.lessonsOnPhone(uid))
        .then(
          found => isLeft || setHere(found),
          () => {},
        )
    return () => {
      isLeft = true
      setHere(undefined)
    }
  }, [isAlone, uid])
  return here
}
