import { useEffect } from 'react'
import type { QueryResult } from '../../queries/use-query.ts'

/**
 * Loads a query again this many ms after each reply or failure; undefined: never. It does not load at fixed times: on a
 * slow line, each load would replace the load before, and no reply would be shown.
 */
export function useRefetchAfter<Data>(query: QueryResult<Data>, pauseMs: number | undefined): void {
  const { refetch, dataUpdatedAt, errorUpdateCount } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks again after each reply.
  useEffect(() => {
    if (pauseMs === undefined) return
    const timer = setTimeout(() => void refetch(), pauseMs)
    return () => clearTimeout(timer)
  }, [refetch, pauseMs, dataUpdatedAt, errorUpdateCount])
}
