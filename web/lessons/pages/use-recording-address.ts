import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../contract/calls/api-error.ts'
import { recordingAddress } from '../../../contract/media.ts'
import { call } from '../../api.ts'
import type { DraftPlace } from '../../outbox/drafts.ts'
import { serverNow } from '../../session.ts'

/** Where a recording can be heard, for the next minutes; `isText` where the server knows of none: it was typed. */
export function useRecordingAddress({ uid, lessonId, pageId }: DraftPlace, filename: string | undefined) {
  const params = { lessonId, pageId, filename: filename ?? '' }
  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: ['recording', uid, params],
    queryFn: async () => (await call(recordingAddress, { params })).data,
    enabled: filename !== undefined,
    // Good for as long as the page is open; what is older has run out.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isText = error instanceof Refusal && error.status === 404
  return {
    url: data?.url,
    isText,
    hasFailed: error !== null && !isText,
    failures: errorUpdateCount,
    /** Asks for a new one where this one has run out or never came; whether it did. */
    renew(): boolean {
      const isNeeded = !data || data.expiresAt <= serverNow()
      if (isNeeded) void refetch()
      return isNeeded
    },
  }
}
