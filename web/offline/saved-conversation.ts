import { isMentor, type Message } from '../../contract/messages.ts'
import { mergeMessages } from './merge-messages.ts'
import { inPhoneData, queryRow } from './phone-data.ts'

/** A slow phone copies this many messages in a few milliseconds, but ten thousand in 200 ms. */
const MAX_SAVED = 500

type Part = { messages: Message[]; hasOlder: boolean }

/** A mentor has a conversation with each learner (`partner`); a learner has one, and no partner. */
export function conversationKey(uid: string, partner: string | undefined): string[] {
  return ['conversation', uid, partner ?? '']
}

/** The part of a conversation that is saved for a visit without a network. */
export function newestToSave<Known extends Part>(known: Known): Known {
  const { messages } = known
  return messages.length <= MAX_SAVED ? known : { ...known, messages: messages.slice(-MAX_SAVED), hasOlder: true }
}

/**
 * Adds messages to the saved conversations to which they belong. So a visit without a network also shows messages that
 * arrived while another screen was open, or were sent just before the page was left. Rejects if the browser cannot save
 * them.
 */
export async function addToSaved(uid: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await inPhoneData('readwrite', ['queries'], async transaction => {
    const store = transaction.objectStore('queries')
    for (const partner of new Set(messages.map(message => partnerIn(uid, message)))) {
      const queryKey = conversationKey(uid, partner)
      const saved = (await store.get(JSON.stringify(queryKey)))?.data as Part | undefined
      if (!saved) continue
      const news = messages.filter(message => partnerIn(uid, message) === partner)
      const data = newestToSave({ ...saved, messages: mergeMessages(saved.messages, news) })
      await store.put(queryRow(queryKey, data))
    }
  })
}

/** The learner in a mentor's conversation. Undefined in a learner's own conversation. */
export function partnerIn(uid: string, { from, to }: Message): string | undefined {
  if (from === uid || to === uid) return undefined
  return isMentor(from) ? to : from
}
