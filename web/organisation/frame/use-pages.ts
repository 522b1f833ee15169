import { useEffect, useRef, useState } from 'react'

type Page<Row> = { rows: readonly Row[]; next: string | undefined }

/** A list in pages. `load` gets the cursor of the page before. Another `key` begins another list. */
export function usePages<Row>(key: string, load: (next: string | undefined) => Promise<Page<Row>>) {
  const [pages, setPages] = useState<readonly Page<Row>[]>([])
  const [isLoading, setIsLoading] = useState(true)
  const [error, setError] = useState<Error>()
  const current = useRef(key)
  const latest = useRef(load)
  latest.current = load
  /** The pages before the one that could not be loaded. */
  const failed = useRef<readonly Page<Row>[]>([])

  async function add(before: readonly Page<Row>[]): Promise<void> {
    setIsLoading(true)
    setError(undefined)
    try {
      const page = await latest.current(before.at(-1)?.next)
      // The list has changed meanwhile.
      if (current.current === key) setPages([...before, page])
    } catch (failure) {
      failed.current = before
      if (current.current === key) setError(failure as Error)
    }
    if (current.current === key) setIsLoading(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another key begins a new list.
  useEffect(() => {
    current.current = key
    setPages([])
    void add([])
  }, [key])

  return {
    rows: pages.length > 0 ? pages.flatMap(page => page.rows) : undefined,
    hasMore: pages.at(-1)?.next !== undefined,
    isLoading,
    error,
    more: () => add(pages),
    /** Loads again what failed: the first page or the next one. */
    retry: () => add(failed.current),
    reload: () => add([]),
  }
}
