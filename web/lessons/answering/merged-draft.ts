import type { StoredAnswer } from '../../../contract/progress.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, keyOf, readDraft, saveDraft } from '../../outbox/drafts/drafts.ts'
import { storedPlaces } from '../../outbox/drafts/stored-places.ts'

/**
 * The draft of an answer. After a merge of two accounts there may be a second one: its words then come after those of
 * the first, as in a message. A second choice is deleted, because a page has room for one.
 */
export function readMergedDraft(place: DraftPlace, isOwnWords: boolean): StoredAnswer | undefined {
  // A key is a list in JSON. In those of second drafts (migrate-drafts.ts) one more part follows.
  const start = `${keyOf(place).slice(0, -1)},`
  for (const beside of storedPlaces().filter(one => keyOf(one).startsWith(start))) {
    const former = readDraft(beside)
    if (isOwnWords && former !== undefined) saveDraft(place, joined(readDraft(place) ?? former, former))
    dropDraft(beside)
  }
  return readDraft(place)
}

/** The words are the last part of an answer; a number may be before them. */
function joined(own: StoredAnswer, former: StoredAnswer): StoredAnswer {
  const [first, second] = [[own].flat(), [former].flat()]
  const text = [...new Set([first.pop(), second.pop()])].filter(Boolean).join('\n')
  return typeof own === 'string' ? text : [...first.map((part, index) => part || (second[index] ?? '')), text]
}
