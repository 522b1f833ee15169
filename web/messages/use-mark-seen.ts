import { useEffect } from 'react'
import { markReceivedSeen } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { setMessenger } from './messenger.ts'

/**
 * Tells the server what is being looked at: all that came from there, up to the newest (ISO time). The count falls when it
 * has heard that, and not before.
 */
export function useMarkSeen(from: string, newest: string | undefined, isUnseen: boolean): void {
  useEffect(() => {
    if (newest === undefined || !isUnseen) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
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
  }, [from, newest, isUnseen])
}
