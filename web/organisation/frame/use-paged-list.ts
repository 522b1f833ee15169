import { useEffect, useRef, useState } from 'react'
import { isTemporary } from '../../../contract/calls/api-error.ts'
import { queryClient } from '../../queries/query-client.ts'

/** `about`: what is known of the whole list. */
type Page<Row, About> = { rows: readonly Row[]; next: string | undefined; about: About }

/**
 * A list in pages. `load` gets the cursor of the page before. Another `key` begins another list. If a list cannot be
 * loaded, the pages that this visit saw under the same key are shown, so the key must name the screen, too.
 */
export function usePagedList<Row, About>(key: string, load: (next: string | undefined) => Promise<Page<Row, About>>) {
  type Pages = readonly Page<Row, About>[]
  const [pages, setPages] = useState<Pages>([])
  const [isLoading, setIsLoading] = useState(true)
  const [error, setError] = useState<Error>()
  /** Only the reply to the last call counts. An earlier reply is for another list, or is older. */
  const lastCall = useRef(0)
  const latest = useRef(load)
  latest.current = load
  /** The pages before the page that could not be loaded. */
  const failed = useRef<Pages>([])
  /** The last value of `about`. It stays while another list is loaded. */
  const lastAbout = useRef<About>(undefined)
  const about = pages[0]?.about ?? lastAbout.current
  lastAbout.current = about
  const queryKey = ['organisation', 'pages', key]

  async function add(before: Pages): Promise<void> {
    const ownCall = ++lastCall.current
    setIsLoading(true)
    setError(undefined)
    try {
      const page = await latest.current(before.at(-1)?.next)
      if (lastCall.current !== ownCall) return
      queryClient.setQueryData(queryKey, [...before, page])
      setPages([...before, page])
    } catch (failure) {
      if (lastCall.current !== ownCall) return
      failed.current = before
      setError(failure as Error)
      const saved = isTemporary(failure) ? queryClient.getQueryData<Pages>(queryKey) : undefined
      setPages(shown => (shown.length > 0 ? shown : (saved ?? [])))
    }
    setIsLoading(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another key begins a new list.
  useEffect(() => {
    setPages([])
    void add([])
  }, [key])

  /** Loads again what failed: the first page or the next one. */
  const retry = () => add(failed.current)
  const rows = pages.length > 0 ? pages.flatMap(page => page.rows) : undefined
  // If only the next page failed, the shown pages are not stale.
  const isStale = error !== undefined && failed.current.length === 0
  return {
    rows,
    about,
    hasMore: pages.at(-1)?.next !== undefined,
    isLoading,
    error,
    stale: {
      data: isStale ? rows : undefined,
      error: error ?? null,
      dataUpdatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
      refetch: retry,
    },
    more: () => add(pages),
    retry,
    reload: () => add([]),
  }
}
