import type { HandOver, Message } from '../../../contract/messages.ts'
import { isMentor, listMessages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { mergeMessages } from '../../offline/merge-messages.ts'
import { conversationKey, newestToSave } from '../../offline/saved-conversation.ts'
import { isFromEarlierVisit, savedFirst } from '../../offline/saved-queries.ts'
import { callAsOwner } from '../../outbox/senders/as-owner.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useQuery } from '../../queries/use-query.ts'
import { currentSession } from '../../session.ts'
import { whilePaused } from '../../user/pause-live.ts'
import { useUid } from '../../user/user.ts'

/** The newest messages of a conversation, and older ones as far as somebody scrolled. */
export type LoadedConversation = { messages: Message[]; hasOlder: boolean; handOvers: HandOver[] }

/** `partner` is the uid of a mentor's learner; undefined for a learner, who has one conversation. */
export function conversationQuery(uid: string, partner: string | undefined) {
  return {
    queryKey: conversationKey(uid, partner),
    queryFn: savedFirst(conversationKey(uid, partner), () => loadConversation(uid, partner)),
    staleTime: Number.POSITIVE_INFINITY,
    // Messages keep their identity anyway. A comparison by position would find all of them changed when older ones are
    // added.
    structuralSharing: false,
    partToSave: (known: LoadedConversation) => newestToSave(known),
    enabled: uid !== '',
  }
}

/** `isSaved`: the messages are those of an earlier visit, and the server may still reply. */
export function useConversation(partner: string | undefined) {
  const query = conversationQuery(useUid(), partner)
  const loaded = useQuery(query)
  return { ...loaded, isSaved: isFromEarlierVisit(query.queryKey) }
}

/** Loads the messages before the oldest loaded one. */
export async function loadOlder(uid: string, partner: string | undefined): Promise<void> {
  const known = queryClient.getQueryData<LoadedConversation>(conversationKey(uid, partner))
  const before = known?.messages[0]?.sentAt
  if (!known?.hasOlder || before === undefined) return
  const { data, hasOlder } = await call(listMessages, { query: { ...queryOf(partner), before } })
  queryClient.setQueryData(conversationKey(uid, partner), (now: LoadedConversation | undefined) =>
    now ? { ...now, messages: mergeMessages(now.messages, data), hasOlder } : now,
  )
}

/** Conversations that are being loaded, and the messages that came meanwhile: the reply may lack them. */
const loading = new Set<{ partner: string | undefined; news: Message[] }>()

/** Adds new messages, if the conversation is loaded or being loaded. Otherwise they will be loaded with it. */
export function addToConversation(uid: string, partner: string | undefined, news: readonly Message[]): void {
  for (const one of loading) if (one.partner === partner) one.news.push(...news)
  queryClient.setQueryData(conversationKey(uid, partner), (known: LoadedConversation | undefined) =>
    known ? { ...known, messages: mergeMessages(known.messages, news) } : known,
  )
}

/**
 * Marks the messages from the other side up to this time (ISO) as seen, here or on another device. `from`: the id of a
 * mentor or the uid of a learner.
 */
export function noteSeen(from: string, upTo: string): void {
  const uid = currentSession()?.uid ?? ''
  const partner = isMentor(from) ? undefined : from
  queryClient.setQueryData(conversationKey(uid, partner), (known: LoadedConversation | undefined) => {
    if (!known) return known
    const isTheirs = (message: Message) => (partner === undefined ? message.to === uid : message.from === partner)
    const isNew = (message: Message) => !message.seen && isTheirs(message) && message.sentAt <= upTo
    if (!known.messages.some(isNew)) return known
    return { ...known, messages: known.messages.map(one => (isNew(one) ? { ...one, seen: true } : one)) }
  })
}

/** The number of a learner's messages that this mentor has not seen. Undefined if the conversation is not loaded. */
export function unseenOf(uid: string, learner: string): number | undefined {
  const known = queryClient.getQueryData<LoadedConversation>(conversationKey(uid, learner))
  return known?.messages.filter(({ from, seen }) => from === learner && !seen).length
}

/** Loads the conversation again, for example after a change of mentors. */
export async function renewConversation(uid: string, partner: string | undefined): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: conversationKey(uid, partner) })
}

async function loadConversation(uid: string, partner: string | undefined): Promise<LoadedConversation> {
  const meanwhile = { partner, news: [] }
  loading.add(meanwhile)
  // Waits while the account is merged into another one: the merge ends its token.
  const reply = whilePaused(uid)
    .then(() => callAsOwner({ uid })(listMessages, { query: queryOf(partner) }))
    .finally(() => loading.delete(meanwhile))
  const { data, hasOlder, handOvers } = await reply
  const known = queryClient.getQueryData<LoadedConversation>(conversationKey(uid, partner))
  const messages = mergeMessages(known?.messages ?? meanwhile.news, data)
  return { messages, hasOlder: known?.messages.length ? known.hasOlder : hasOlder, handOvers }
}

function queryOf(partner: string | undefined): { with?: string } {
  return partner === undefined ? {} : { with: partner }
}
