import type { Reply } from '../../contract/calls/endpoint.ts'
import type { searchMessages } from '../../contract/inbox/inbox.ts'
import { searchable } from '../../contract/text/search-text.ts'
import type { Db } from '../database/tables.ts'
import type { Mentor } from '../messages/conversation/participant.ts'
import { colleagueIn } from './inbox.ts'

/** The most that one search reads, so that it does not slow down other requests on a small machine. */
const MESSAGES_A_LEARNER = 300
const MESSAGES_READ = 20_000
const LEARNERS_FOUND = 30
const BEFORE_MATCH = 30
const SNIPPET = 140

type Found = Reply<typeof searchMessages>['data']

/**
 * The newest matching message of each learner. Neither database can ignore vowel signs and shapes of alif, so the texts
 * are compared here. Only the newest messages of the most recent conversations are read.
 */
export async function messagesWith(db: Db, { id: mentorId, inboxes }: Mentor, words: string): Promise<Found> {
  const wanted = searchable(words)
  const found: Found = []
  if (wanted === '') return found
  const learners = await db
    .selectFrom('users')
    .innerJoin('conversations', 'conversations.learner_uid', 'users.uid')
    .select('users.uid')
    .where('users.responder_id', 'in', inboxes)
    .orderBy('conversations.last_at', 'desc')
    .execute()
  let read = 0
  for (const { uid } of learners) {
    if (found.length >= LEARNERS_FOUND || read >= MESSAGES_READ) break
    const messages = await newestOf(db, uid)
    read += messages.length
    const match = messages.find(({ content }) => searchable(content).includes(wanted))
    if (match) {
      const { id, content, author_id, sent_at } = match
      const author = { isFromLearner: author_id === null, ...colleagueIn(match, mentorId) }
      found.push({ uid, id, text: snippetOf(content, wanted), ...author, sentAt: sent_at })
    }
  }
  return found
}

function newestOf(db: Db, uid: string) {
  return db
    .selectFrom('messages')
    .leftJoin('responders', 'responders.id', 'messages.author_id')
    .select(['messages.id', 'content', 'author_id', 'sent_at', 'responders.name as author_name'])
    .where('learner_uid', '=', uid)
    .where('content', '!=', '')
    .orderBy('sent_at', 'desc')
    .limit(MESSAGES_A_LEARNER)
    .execute()
}

/** The part of the text that is shown. It begins a little before the match. */
function snippetOf(content: string, wanted: string): string {
  const letters = Array.from(content)
  const folded = letters.map(searchable)
  // Maps each character of the folded text to its character in the message.
  const origin = folded.flatMap((part, at) => Array.from({ length: part.length }, () => at))
  const at = origin[folded.join('').indexOf(wanted)] ?? 0
  const start = at <= BEFORE_MATCH ? 0 : letters.findIndex((one, i) => i >= at - BEFORE_MATCH && /\s/.test(one)) + 1
  const from = Math.min(Math.max(start, 0), at)
  return `${from > 0 ? '… ' : ''}${letters.slice(from, from + SNIPPET).join('')}`
}
