import { ApiError } from '../../../contract/calls/api-error.ts'
import { getRecordingUrl } from '../../../contract/media.ts'
import { call } from '../../api.ts'
import { useQuery } from '../../queries/use-query.ts'
import { serverNow } from '../../session.ts'

export type RecordedPage = { lessonId: string; pageId: string }

/** A URL of a recording, valid for minutes. `isText`: the server has no such recording, so the answer was typed. */
export function useRecordingUrl(uid: string, page: RecordedPage, filename: string | undefined) {
  const params = { ...page, filename: filename ?? '' }
  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: ['recording', uid, params],
    queryFn: async () => (await call(getRecordingUrl, { params })).data,
    enabled: filename !== undefined,
    // Only `renew` requests it again. It is not cached after the page is closed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isText = error instanceof ApiError && error.status === 404
  return {
    url: data?.url,
    isText,
    hasFailed: error !== null && !isText,
    failures: errorUpdateCount,
    /** Requests a new URL if this one has expired or never came. Returns whether it requested one. */
    renew(): boolean {
      const isNeeded = !data || data.expiresAt <= serverNow()
      if (isNeeded) void refetch()
      return isNeeded
    },
  }
}
