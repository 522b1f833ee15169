import { useEffect, useState, useSyncExternalStore } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { isOffline, onConnectionChange } from '../../offline/connection.ts'
import { lazy } from '../../ui/lazy.ts'
import { useUid } from '../../user/user.ts'
import type { LessonsHere } from './lessons-here.ts'

const lessonsHere = lazy(async () => (await Promise.all([import('./lessons-here.ts'), wantTexts('downloads')]))[0])

/** The lessons that open without a network. Undefined while there is a network, and until they are known. */
export function useHere(): LessonsHere | undefined {
  const uid = useUid()
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  const [here, setHere] = useState<LessonsHere>()
  useEffect(() => {
    let isLeft = false
    // If this phone does not have the code, the screen stays as it is with a network.
    if (isAlone)
      lessonsHere
        .load()
        .then(chunk => chunk.lessonsHere(uid))
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
