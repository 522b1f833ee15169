import { type DraftPlace, isOfAnswer } from './draft-place.ts'
import { keyOf, readDraft, saveDraft } from './drafts.ts'
import { storedPlaces } from './stored-places.ts'

/**
 * Moves the drafts of former uids to this uid. If this uid already has a draft in the same place, it stays; the text of
 * a former message then comes after it, and a former answer is stored beside it until its page is opened.
 */
export function migrateDrafts(uid: string, formerUids: readonly string[]): void {
  try {
    for (const place of storedPlaces()) if (formerUids.includes(place.uid)) moveDraft(place, { ...place, uid })
  } catch {
    // Without storage there is nothing to move.
  }
}

function moveDraft(from: DraftPlace, to: DraftPlace): void {
  const draft = localStorage.getItem(keyOf(from))
  const taken = localStorage.getItem(keyOf(to))
  if (draft !== null && taken === null) localStorage.setItem(keyOf(to), draft)
  else if (isInConversation(to)) joinTexts(from, to)
  else if (draft !== null && draft !== taken && isOfAnswer(to)) localStorage.setItem(keyOf(besideAnswer(to)), draft)
  localStorage.removeItem(keyOf(from))
}

/** Such places are made by web/messages/conversation/conversation-place.ts. */
function isInConversation({ path: [name] }: DraftPlace): boolean {
  return name === 'messages'
}

/** A text that was sent as a message, with its id, stays a message of its own (use-draft-text.ts). */
function joinTexts(from: DraftPlace, to: DraftPlace): void {
  const [own, former] = [textIn(to), textIn(from)]
  if (former.text === '' || former.text === own.text) return
  const text = [own.text, former.text].filter(Boolean).join('\n')
  const sent = [...own.sent, ...former.sent]
  saveDraft(to, sent.length === 0 ? text : [text, crypto.randomUUID(), ...sent])
}

function textIn(place: DraftPlace): { text: string; sent: string[] } {
  const [text = '', id, ...sent] = [readDraft(place) ?? ''].flat()
  return { text, sent: sent.length === 0 && id !== undefined ? [text, id] : sent }
}

/** A new place for a second draft of the same answer: that of an account which was merged into this one. */
function besideAnswer({ uid, path }: DraftPlace): DraftPlace {
  return { uid, path: [...path, crypto.randomUUID()] }
}
