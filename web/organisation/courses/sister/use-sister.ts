import { useEffect } from 'react'
import { getSister, type Sister } from '../../../../contract/organisation/sister/sister.ts'
import { call } from '../../../api.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'

/** The same pause as before the checks of a draft. */
const PAUSE_MS = 800

const keyOf = (courseId: string) => ['organisation', 'sister', courseId]

type Place = { courseId: string; revision: number | undefined; isNamed: boolean }

/** The course in the other language, loaded again after each pause in writing. Undefined if there is none. */
export function useSister({ courseId, revision, isNamed }: Place): Sister | undefined {
  const { data } = useQuery({
    enabled: isNamed,
    queryKey: keyOf(courseId),
    queryFn: async () => (await call(getSister, { params: { id: courseId } })).data,
  })
  useEffect(() => {
    if (revision === undefined || !isNamed) return
    const timer = setTimeout(() => refreshSister(courseId), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [courseId, revision, isNamed])
  return (isNamed && data) || undefined
}

export function refreshSister(courseId: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(courseId) })
}
