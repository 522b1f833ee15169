import { useQuery } from '@tanstack/react-query'
import { listSteps } from '../../../contract/lessons.ts'
import { call } from '../../api.ts'
import { savedFirst } from '../../offline/saved-queries.ts'
import { unsentItemsOf } from '../../outbox/store.ts'
import { useUid } from '../../user/user.ts'

/** When this person learned in the last days, with the unsent items of this phone. */
export function useSteps(): number[] | undefined {
  const uid = useUid()
  const queryKey = ['steps', uid]
  const { data } = useQuery({ queryKey, queryFn: savedFirst(queryKey, () => loadSteps(uid)) })
  return data
}

async function loadSteps(uid: string): Promise<number[]> {
  // First the unsent ones: they may be sent during the call.
  const waiting = await unsentSteps(uid).catch(() => [])
  return [...waiting, ...(await call(listSteps, {})).data]
}

async function unsentSteps(uid: string): Promise<number[]> {
  const items = (await unsentItemsOf(uid)).filter(item => item.kind === 'page-log')
  return items.map(({ content, writtenAt }) => content.entry.answeredAt ?? writtenAt)
}
