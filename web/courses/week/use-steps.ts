import { listSteps } from '../../../contract/lessons.ts'
import { call } from '../../api.ts'
import { savedFirst } from '../../offline/saved-queries.ts'
import { unsentItemsOf } from '../../outbox/store.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useUid } from '../../user/user.ts'

/** Returns when this person learned in the last days. Unsent items of this phone count, too. */
export function useSteps(): number[] | undefined {
  const uid = useUid()
  const queryKey = ['steps', uid]
  const { data } = useQuery({ queryKey, queryFn: savedFirst(queryKey, () => loadSteps(uid)) })
  return data
}

async function loadSteps(uid: string): Promise<number[]> {
  // Reads the unsent steps first, because they may be sent during the call.
  const waiting = await unsentSteps(uid).catch(() => [])
  return [...waiting, ...(await call(listSteps, {})).data]
}

async function unsentSteps(uid: string): Promise<number[]> {
  const items = (await unsentItemsOf(uid)).filter(item => item.kind === 'page-log')
  return items.map(({ content, writtenAt }) => content.entry.answeredAt ?? writtenAt)
}
