import { type Session, saveUser, type User } from '../../contract/account.ts'
import type { Call } from '../../contract/calls/client.ts'
import { advance, type LessonData } from '../../contract/progress.ts'
import { call, dropEarly } from '../api.ts'
import { isAnyTabSending } from '../outbox/deliver.ts'
import type { PageLogContent } from '../outbox/items/page-log-item.ts'
import { isAtFault } from '../outbox/refused-answers.ts'
import { itemsOf, type OutboxItem } from '../outbox/store.ts'
import { claimsOf, currentSession } from '../session.ts'
import { camelCased } from './camel-cased.ts'

/** The person as the screens know them. */
export type KnownUser = Omit<User, 'responder_id' | 'responder_name'> & {
  responderId: number | null
  responderName: string | null
}

/** `givenOn` is the page type at the time of an answer in this browser: an import may have changed it since. */
export type KnownLessonData = LessonData & { givenOn?: Record<string, string> }

export type UserWithProgress = { user: KnownUser; userLessonData: Record<string, KnownLessonData> }

/** The server's data, with the unsent items applied to it. */
export async function loadUser(
  uid: string,
  session: Session | undefined = currentSession(),
  send: Call = call,
  newName = '',
): Promise<UserWithProgress> {
  const { phone_number: phoneNumber = null, email = null } = session ? claimsOf(session) : {}
  // The name in the token is not used, because the person may have changed or removed it since.
  const body = { uid, displayName: newName || null, email, phoneNumber, responderId: wishedMentor(location.search) }
  // Also read before the call: an item that is sent during the call would be missing in the reply and in the outbox.
  const before = itemsOf(uid).catch(() => [])
  // boot.js may have asked earlier. Then its reply does not know what another tab has sent since, so it is dropped.
  if (await isAnyTabSending()) dropEarly('POST')
  const { data } = await send(saveUser, { params: { uid }, body })
  const user = camelCased(data.user) as KnownUser
  // Read again after the reply: a learner may have finished a page during the call, which the reply does not contain.
  const after = await Promise.all([uid, ...user.formerUids].map(itemsOf)).catch(() => [])
  // Few people have merged accounts: only they load this.
  if (user.formerUids.length > 0) await migrateOutbox(uid, user.formerUids).catch(() => {})
  return { user, userLessonData: withItems(data.userLessonData, [...(await before), ...after.flat()]) }
}

/** Adds the items that are in the outbox now to what an earlier visit saved. */
export async function withUnsent({ user, userLessonData }: UserWithProgress): Promise<UserWithProgress> {
  const items = await Promise.all([user.uid, ...user.formerUids].map(itemsOf)).catch(() => [])
  return { user, userLessonData: withItems(userLessonData, items.flat()) }
}

/**
 * Refused items are sent again at each visit, and are applied until then. A file that is at fault is not sent again.
 */
function withItems(known: KnownProgress, items: OutboxItem[]): KnownProgress {
  return items
    .filter(item => item.kind === 'page-log')
    .filter(({ refusedAs }) => !isAtFault(refusedAs))
    .reduce((known, item) => withPageLog(known, item.content), known)
}

async function migrateOutbox(uid: string, formerUids: string[]): Promise<void> {
  const { migrateOutbox } = await import('../outbox/migrate.ts')
  await migrateOutbox(uid, formerUids)
}

/** `?rid=12` asks for a mentor by number, and a longer number is an invitation. Other values are ignored. */
function wishedMentor(search: string): number | undefined {
  const rid = new URLSearchParams(search).get('rid') ?? ''
  return /^[1-9]\d{0,15}$/.test(rid) && Number.isSafeInteger(Number(rid)) ? Number(rid) : undefined
}

type KnownProgress = UserWithProgress['userLessonData']

/** The progress after a page was submitted, by the same rule as the server. */
export function withPageLog(known: KnownProgress, { lessonId, entry }: PageLogContent): KnownProgress {
  const { pageId, pageNumber, totalPages, answer, pageType } = entry
  const step = { pageId, pageNumber, totalPages: totalPages as number, answer: answer ?? undefined }
  const before = known[lessonId]
  const givenOn = { ...before?.givenOn, ...(pageType && { [pageId]: pageType }) }
  return { ...known, [lessonId]: { ...advance(before, step), givenOn } }
}
