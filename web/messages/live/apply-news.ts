import type { InboxRow } from '../../../contract/inbox/inbox.ts'
import type { Message } from '../../../contract/messages.ts'
import { partnerIn } from '../../offline/saved-conversation.ts'
import { queryClient } from '../../queries/query-client.ts'
import { serverNow } from '../../session.ts'
import type { UserWithProgress } from '../../user/load-user.ts'
import { userQuery } from '../../user/user.ts'
import { addToConversation, noteSeen, renewConversation } from '../conversation/conversation-query.ts'
import { type Messenger, messengerNow, setMessenger } from '../messenger.ts'

/** A mentor has a conversation with each learner; a learner has only one. */
export type LiveUser = { uid: string; isMentor: boolean }

/** The news that the polling tab broadcasts to the others. */
export type LiveNews = {
  uid: string
  messages: Message[]
  messenger: Messenger
  /** Learners who have new messages that are not in `messages`. */
  missed: string[]
}

/** The present state as news, without new messages. */
export function currentNews({ uid }: LiveUser): LiveNews {
  return { uid, messages: [], messenger: messengerNow(), missed: [] }
}

/**
 * Shows the news. Messages are added: loading a conversation again costs a learner up to 40 times as much
 * (docs/decisions/030-new-messages-are-added.md).
 */
export function applyNews(who: LiveUser, { messages, messenger, missed }: LiveNews): void {
  const before = messengerNow()
  setMessenger(messenger)
  noteAllSeen(before, messenger)
  addMessages(who, messages)
  for (const partner of missed) void renewConversation(who.uid, partner)
  if (who.isMentor) void renewInbox(who.uid)
  else if (isAnotherMentor(who.uid, before, messenger)) void renewConversation(who.uid, undefined)
}

/** Marks all messages as seen when their count falls to 0: the person has seen them, perhaps on another device. */
function noteAllSeen(before: Messenger, { unseen, responder }: Messenger): void {
  if (before.unseen > 0 && unseen === 0 && responder)
    noteSeen(String(responder.id), new Date(serverNow()).toISOString())
}

function addMessages({ uid }: LiveUser, messages: readonly Message[]): void {
  for (const partner of new Set(messages.map(message => partnerIn(uid, message))))
    addToConversation(
      uid,
      partner,
      messages.filter(message => partnerIn(uid, message) === partner),
    )
  for (const { about } of messages)
    if (about) void queryClient.invalidateQueries({ queryKey: ['about', uid, about.lessonId] })
}

/** Loads the list first: a learner who is no longer in it must not be loaded, because the server would refuse that. */
async function renewInbox(uid: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['away', uid] })
  await queryClient.invalidateQueries({ queryKey: ['inbox', uid], exact: true })
  const rows = queryClient.getQueryData<InboxRow[]>(['inbox', uid]) ?? []
  const isThere = (learner: unknown) => rows.some(row => row.uid === learner)
  await queryClient.invalidateQueries({
    queryKey: ['inbox', uid, 'learner'],
    predicate: ({ queryKey }) => isThere(queryKey[3]),
  })
}

/**
 * Whether the mentor has changed. Before the first reply, the former mentor is the one in the person's own data, which
 * may be out of date.
 */
function isAnotherMentor(uid: string, before: Messenger, { responder }: Messenger): boolean {
  const known = before.responder
    ? before.responder.id
    : queryClient.getQueryData<UserWithProgress>(userQuery(uid).queryKey)?.user.responderId
  return known != null && responder !== undefined && known !== responder?.id
}
