import type { Reply } from '../../contract/calls/endpoint.ts'
import * as away from '../../contract/inbox/away.ts'
import * as handOver from '../../contract/inbox/hand-over.ts'
import * as inbox from '../../contract/inbox/inbox.ts'
import * as kindWord from '../../contract/inbox/kind-word.ts'
import * as learner from '../../contract/inbox/learner.ts'
import * as savedReplies from '../../contract/inbox/saved-replies.ts'
import { call } from '../api.ts'
import { renewConversation } from '../messages/conversation/conversation-query.ts'
import { queryClient } from '../queries/query-client.ts'
import { useQuery } from '../queries/use-query.ts'
import { loadUnchanged } from '../user/load-unchanged.ts'
import { useUid } from '../user/user.ts'
import { useNow } from './list/use-now.ts'

/** All learners of the mentor. apply-news.ts loads them again after each change in a conversation. */
export function useInbox() {
  const uid = useUid()
  return useQuery({
    queryKey: ['inbox', uid],
    queryFn: async () => (await call(inbox.getInbox, {})).data,
    staleTime: 60_000,
    keepsPrevious: true,
  })
}

/** A learner's data. It is not loaded for a learner of another mentor: the server would refuse it. */
export function useLearner(learnerUid: string, isElsewhere = false) {
  const uid = useUid()
  return useQuery({
    queryKey: ['inbox', uid, 'learner', learnerUid],
    queryFn: async () => (await call(learner.getLearner, { params: { uid: learnerUid }, query: {} })).data,
    enabled: !isElsewhere,
    staleTime: 10_000,
  })
}

/** Answers from before the loaded ones (epoch ms). */
export async function olderAnswers(learnerUid: string, before: number) {
  return (await call(learner.getLearner, { params: { uid: learnerUid }, query: { before: String(before) } })).data
}

/** One matching message of each learner. */
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
    queryFn: async () => (await call(savedReplies.getSavedReplies, {})).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** If the mentor changes this during the call, it is loaded again: an older reply must not undo the change. */
export function useAway() {
  const uid = useUid()
  const queryKey = ['away', uid]
  const load = async () => (await call(away.getAway, {})).data
  const changes = () => queryClient.getQueryState(queryKey)?.dataUpdateCount
  return useQuery({ queryKey, queryFn: () => loadUnchanged(load, changes) })
}

/** The hand-overs that this mentor can still undo. */
export function useHandedOver(): handOver.HandedOver[] {
  const uid = useUid()
  const now = useNow()
  const { data = [] } = useQuery({
    queryKey: ['handed-over', uid],
    queryFn: async () => (await call(handOver.listHandedOver, {})).data,
    staleTime: 60_000,
  })
  return data.filter(({ until }) => until > now)
}

/** The changes that a mentor makes here; each shows the server's reply at once. Rejects with an `ApiError`. */
export function useInboxChanges() {
  const uid = useUid()
  const renewInbox = () => queryClient.invalidateQueries({ queryKey: ['inbox', uid] })
  const renewHandedOver = () => queryClient.invalidateQueries({ queryKey: ['handed-over', uid] })
  return {
    /** Marks a learner's messages as handled up to the newest one that is shown (ISO time). */
    async markHandled(learnerUid: string, upTo: string) {
      await call(inbox.markHandled, { params: { uid: learnerUid }, body: { upTo } })
      await renewInbox()
    },
    async review({ learnerUid, ...page }: { learnerUid: string; lessonId: string; pageId: string }) {
      await call(learner.markReviewed, { params: { uid: learnerUid }, body: page })
      await renewInbox()
    },
    async declineKindWord(learnerUid: string) {
      await call(kindWord.declineKindWord, { params: { uid: learnerUid } })
      await renewInbox()
    },
    async endKindWords(learnerUid: string, areEnded: boolean) {
      await call(kindWord.setKindWordsEnded, { params: { uid: learnerUid }, body: { areEnded } })
      await renewInbox()
    },
    async handOverLearner(
      { learnerUid, ...body }: { learnerUid: string; to: number; note: string },
      idempotencyKey: string,
    ) {
      await call(handOver.handOverLearner, { params: { uid: learnerUid }, body }, { idempotencyKey })
      // Hand-overs first: as soon as the learner leaves the list, the screen must be able to say who has them.
      await renewHandedOver()
      await queryClient.invalidateQueries({ queryKey: ['inbox', uid], exact: true })
    },
    async undoHandOver(learnerUid: string, idempotencyKey: string) {
      await call(handOver.undoHandOver, { params: { uid: learnerUid } }, { idempotencyKey })
      await renewHandedOver()
      await queryClient.invalidateQueries({ queryKey: ['inbox', uid], exact: true })
      await renewConversation(uid, learnerUid)
    },
    /**
     * The call replaces the whole list, so it first reads the newest list: this tab may have none yet, and another
     * device may have changed it.
     */
    async changeReplies(change: (replies: string[]) => string[]) {
      const { data: now } = await call(savedReplies.getSavedReplies, {})
      const { data } = await call(savedReplies.saveReplies, { body: { replies: change(now) } })
      queryClient.setQueryData(['saved-replies', uid], data)
    },
    /** Each change waits for the reply to the previous change, so that neither overwrites the other. */
    setAway(change: { isAway: boolean } | { coverId: number | null }): Promise<void> {
      const key = ['away', uid]
      const changed = lastAway.then(async () => {
        const { isAway = false, coverId = null } =
          queryClient.getQueryData<Reply<typeof away.getAway>['data']>(key) ?? {}
        const { data } = await call(away.setAway, { body: { isAway, coverId, ...change } })
        queryClient.setQueryData(key, data)
      })
      lastAway = changed.catch(() => {})
      return changed
    },
  }
}

/** The last change of being away, or of who covers. */
let lastAway = Promise.resolve()
