import type { Endpoint, Input, Reply } from '../../../contract/calls/endpoint.ts'
import { call } from '../../api.ts'
import { type QueryResult, useQuery } from '../../queries/use-query.ts'

type Report<E extends Endpoint> = Reply<E> extends { data: infer Data } ? Data : never

/** Loads a report. Until it is loaded, the last report is shown. Reports are kept for the whole visit. */
export function useReport<E extends Endpoint>(
  endpoint: E,
  query: object,
  { enabled = true } = {},
): QueryResult<Report<E>> {
  return useQuery({
    enabled,
    queryKey: ['organisation', 'reports', endpoint.path, query],
    queryFn: async () => ((await call(endpoint, { query } as unknown as Input<E>)) as { data: Report<E> }).data,
    gcTime: Number.POSITIVE_INFINITY,
    keepsPrevious: true,
  })
}
