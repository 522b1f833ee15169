import { useQuery } from '@tanstack/react-query'
import { listSteps } from '../../../contract/lessons.ts'
import { call } from '../../api.ts'
import { unsentItemsOf } from '../../outbox/store.ts'
import { useUid } from '../../user/user.ts'

/** When this person learned in the last days, with the unsent items of this phone. */
export function useSteps(): number[] | undefined {
  const uid = useUid()
  const { data } = useQuery({
    queryKey: ['steps', uid],
    queryFn: async () => {
      // First the unsent ones: they may be sent during the call.
      const waiting = await unsentSteps(uid).catch(() => [])
      return [...waiting, ...(await call(listSteps, {})).data]
    },
  })
  return data
}

async function unsentSteps(uid: string): Promise<number[]> {
  const items = (await unsentItemsOf(uid)).filter(item => item.kind === 'page-log')
  return items.map(({ content, writtenAt }) => content.entry.answeredAt ?? writtenAt)
}
