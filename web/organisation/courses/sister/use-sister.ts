import { useEffect } from 'react'
import { getSister, type Sister } from '../../../../contract/organisation/sister/sister.ts'
import { call } from '../../../api.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'

/** As long as the checks of the draft wait. */
const PAUSE_MS = 800

const keyOf = (courseId: string) => ['organisation', 'sister', courseId]

type Place = { courseId: string; revision: number | undefined; isNamed: boolean }

/** The course in the other language, asked for again after each pause in writing. Undefined without one. */
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
