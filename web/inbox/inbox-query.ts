import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '../../contract/calls/endpoint.ts'
import * as inbox from '../../contract/inbox.ts'
import { call } from '../api.ts'
import { renewConversation } from '../messages/conversation/conversation-query.ts'
import { useUid } from '../user/user.ts'
import { useNow } from './list/use-now.ts'

/** All learners of the mentor. Each change in a conversation fetches it again (live.ts). */
export function useInbox() {
  const uid = useUid()
  return useQuery({
    queryKey: ['inbox', uid],
    queryFn: async () => (await call(inbox.getInbox, {})).data,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** Not asked for a learner who is with somebody else now: the server would refuse it. */
export function useLearner(learnerUid: string, isElsewhere = false) {
  const uid = useUid()
  return useQuery({
    queryKey: ['inbox', uid, 'learner', learnerUid],
    queryFn: async () => (await call(inbox.getLearner, { params: { uid: learnerUid }, query: {} })).data,
    enabled: !isElsewhere,
    staleTime: 10_000,
  })
}

/** Answers given before those that are here (epoch ms). */
export async function olderAnswers(learnerUid: string, before: number) {
  return (await call(inbox.getLearner, { params: { uid: learnerUid }, query: { before: String(before) } })).data
}

/** One message of each learner that has these words. */
export function useFoundMessages(text: string) {
  const uid = useUid()
  return useQuery({
    queryKey: ['inbox', uid, 'search', text],
    queryFn: async () => (await call(inbox.searchMessages, { query: { text } })).data,
    enabled: text.length > 1 && text.length <= inbox.SEARCH_LIMIT,
    staleTime: 10_000,
  })
}

export function useSavedReplies() {
  const uid = useUid()
  return useQuery({
    queryKey: ['saved-replies', uid],
    queryFn: async () => (await call(inbox.getSavedReplies, {})).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useAway() {
  const uid = useUid()
  return useQuery({ queryKey: ['away', uid], queryFn: async () => (await call(inbox.getAway, {})).data })
}

/** What this mentor handed over lately and can still undo. */
export function useHandedOver(): inbox.HandedOver[] {
  const uid = useUid()
  const now = useNow()
  const { data = [] } = useQuery({
    queryKey: ['handed-over', uid],
    queryFn: async () => (await call(inbox.listHandedOver, {})).data,
    staleTime: 60_000,
  })
  return data.filter(({ until }) => until > now)
}

/** What a mentor changes here; each shows at once what the server made of it. Rejects with a `ApiError`. */
export function useInboxChanges() {
  const uid = useUid()
  const client = useQueryClient()
  const renewInbox = () => client.invalidateQueries({ queryKey: ['inbox', uid] })
  const renewHandedOver = () => client.invalidateQueries({ queryKey: ['handed-over', uid] })
  return {
    /** Up to the newest message that is shown (ISO time). */
    async settle(learnerUid: string, upTo: string) {
      await call(inbox.markHandled, { params: { uid: learnerUid }, body: { upTo } })
      await renewInbox()
    },
    async review({ learnerUid, ...page }: { learnerUid: string; lessonId: string; pageId: string }) {
      await call(inbox.markReviewed, { params: { uid: learnerUid }, body: page })
      await renewInbox()
    },
    async handOn({ learnerUid, to, note }: { learnerUid: string; to: number; note: string }) {
      await call(inbox.handOn, { params: { uid: learnerUid }, body: { to, note } })
      // First that: the screen says who has the learner as soon as the list no longer has them.
      await renewHandedOver()
      await client.invalidateQueries({ queryKey: ['inbox', uid], exact: true })
    },
    async undoHandOver(learnerUid: string) {
      await call(inbox.undoHandOver, { params: { uid: learnerUid } })
      await renewHandedOver()
      await client.invalidateQueries({ queryKey: ['inbox', uid], exact: true })
      await renewConversation(uid, learnerUid)
    },
    async keepReplies(replies: string[]) {
      const { data } = await call(inbox.saveReplies, { body: { replies } })
      client.setQueryData(['saved-replies', uid], data)
    },
    /** A change made before the answer to the last one waits for it, and leaves the rest as that one made it. */
    setAway(change: { isAway: boolean } | { coverId: number | null }): Promise<void> {
      const key = ['away', uid]
      const changed = lastAway.then(async () => {
        const { isAway = false, coverId = null } = client.getQueryData<Reply<typeof inbox.getAway>['data']>(key) ?? {}
        const { data } = await call(inbox.setAway, { body: { isAway, coverId, ...change } })
        client.setQueryData(key, data)
      })
      lastAway = changed.catch(() => {})
      return changed
    },
  }
}

/** Ends with the last change of being away. */
let lastAway = Promise.resolve()
