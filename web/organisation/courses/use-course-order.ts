import { useRef, useState } from 'react'
import { orderCourses } from '../../../contract/organisation/course-versions.ts'
import type { OrgCourse } from '../../../contract/organisation/courses.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { orgCoursesQuery } from './courses-query.ts'

type List = { courses: OrgCourse[] }

/** Shows a new order at once and saves it. Moves during a save are saved together after it. */
export function useCourseOrder(ids: readonly string[]) {
  const act = useAct()
  const [moves, setMoves] = useState(0)
  const before = useRef(ids)
  const waiting = useRef<readonly string[]>(undefined)
  const isSending = useRef(false)

  async function save(wanted: readonly string[]) {
    let saved = ids
    show(wanted)
    waiting.current = wanted
    if (isSending.current) return
    isSending.current = true
    while (waiting.current) {
      const body = { ids: [...waiting.current] }
      waiting.current = undefined
      // Each try has its own key, because the order has often changed after a failure.
      const idempotencyKey = crypto.randomUUID()
      if (await act.make(() => call(orderCourses, { body }, { idempotencyKey }))) saved = body.ids
      else if (!waiting.current) show(saved)
    }
    isSending.current = false
    void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
  }

  function order(wanted: readonly string[]) {
    before.current = ids
    setMoves(count => count + 1)
    return save(wanted)
  }

  return { act, moves, order, undo: () => save(before.current) }
}

function show(ids: readonly string[]) {
  queryClient.setQueryData<List>(orgCoursesQuery.queryKey, known => {
    const place = ({ id }: OrgCourse) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    return known && { ...known, courses: [...known.courses].sort((a, b) => place(a) - place(b)) }
  })
}
