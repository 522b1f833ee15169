import { useQuery } from '@tanstack/react-query'
import { listSteps } from '../../../contract/lessons.ts'
import { call } from '../../api.ts'
import type { PageLogLetter } from '../../outbox/page-letter.ts'
import { unsentOf } from '../../outbox/store.ts'
import { useUid } from '../../user/user.ts'

/** When this person learned in the last days. What waits on this phone to be sent counts, too. */
export function useSteps(): number[] | undefined {
  const uid = useUid()
  const { data } = useQuery({
    queryKey: ['steps', uid],
    queryFn: async () => {
      // First what waits: while the call is on its way, it may be sent.
      const waiting = await unsentSteps(uid).catch(() => [])
      return [...waiting, ...(await call(listSteps, {})).data]
    },
  })
  return data
}

async function unsentSteps(uid: string): Promise<number[]> {
  const letters = (await unsentOf(uid)).filter(({ kind }) => kind === 'page-log')
  return letters.map(({ content, writtenAt }) => (content as PageLogLetter).entry.answeredAt ?? writtenAt)
}
