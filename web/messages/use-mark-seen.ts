import { useEffect } from 'react'
import { markReceivedSeen } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { setMessenger } from './messenger.ts'

type Place = { isAway: boolean; isAtEnd(): boolean }

/**
 * Tells the server what is being looked at: all that came from there, up to the newest (ISO time), once its reader is at the
 * end of the list. The count falls when the server has heard that, and not before.
 */
export function useMarkSeen(from: string, newest: string | undefined, { isAway, isAtEnd }: Place): void {
  useEffect(() => {
    if (newest === undefined || isAway) return
    const mark = () => {
      if (document.visibilityState !== 'visible' || !isAtEnd()) return
      call(markReceivedSeen, { body: { from, upTo: newest } }).then(
        ({ data }) =>
          setMessenger({ unseen: Object.values(data?.unseenCount ?? {}).reduce((sum, one) => sum + one, 0) }),
        // The next look at it tells again.
        () => {},
      )
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [from, newest, isAway, isAtEnd])
}
