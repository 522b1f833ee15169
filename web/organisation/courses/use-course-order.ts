import { useRef, useState } from 'react'
import { orderCourses } from '../../../contract/organisation/course-versions.ts'
import type { OrgCourse } from '../../../contract/organisation/courses.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { orgCoursesQuery } from './courses-query.ts'

type List = { courses: OrgCourse[] }

/** Shows a new order at once and saves it. Moves during a save are saved together after it. */
export function useCourseOrder(known: readonly string[]) {
  const act = useAct()
  const [moves, setMoves] = useState(0)
  // A list that was asked for before the move may arrive after it, so the order is kept apart from the list until then.
  const [wanted, setWanted] = useState<readonly string[]>()
  const ids = wanted ? [...known].sort(byPlaceIn(wanted)) : known
  const before = useRef(ids)
  const waiting = useRef<readonly string[]>(undefined)
  const isSending = useRef(false)

  async function save(order: readonly string[]) {
    setWanted(order)
    waiting.current = order
    if (isSending.current) return
    isSending.current = true
    while (waiting.current) {
      const body = { ids: [...waiting.current] }
      waiting.current = undefined
      // Each try has its own key, because the order has often changed after a failure.
      const idempotencyKey = crypto.randomUUID()
      if (await act.make(() => call(orderCourses, { body }, { idempotencyKey }))) putInOrder(body.ids)
      else if (!waiting.current) setWanted(undefined)
    }
    isSending.current = false
    await queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
    if (!isSending.current) setWanted(undefined)
  }

  function order(changed: readonly string[]) {
    before.current = ids
    setMoves(count => count + 1)
    return save(changed)
  }

  return { act, ids, moves, order, undo: () => save(before.current) }
}

/** So that the saved order stays when the list cannot be loaded again. */
function putInOrder(ids: readonly string[]) {
  queryClient.setQueryData<List>(orgCoursesQuery.queryKey, known => {
    const byPlace = byPlaceIn(ids)
    return known && { ...known, courses: [...known.courses].sort((a, b) => byPlace(a.id, b.id)) }
  })
}

/** Compares courses by their places in this order. Others come last. */
function byPlaceIn(ids: readonly string[]) {
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return (a: string, b: string) => place(a) - place(b)
}
