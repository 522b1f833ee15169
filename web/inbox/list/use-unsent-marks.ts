import { useEffect, useState } from 'react'
import { partnerAt } from '../../messages/conversation/conversation-place.ts'
import { readDraftText } from '../../outbox/drafts/drafts.ts'
import { storedPlaces } from '../../outbox/drafts/stored-places.ts'
import { onOutboxChange } from '../../outbox/outbox.ts'
import { unsentMessagesOf } from '../../outbox/unsent-messages.ts'

/** A mentor's message that is not on the server: refused, or a draft. */
export type UnsentMark = { kind: 'failed' | 'draft'; text: string; voiceSeconds?: number | undefined }

/** Marks of unsent texts by the learner's uid. Drafts are read again when another conversation is opened. */
export function useUnsentMarks(uid: string, current: string | undefined): ReadonlyMap<string, UnsentMark> {
  const [marks, setMarks] = useState<ReadonlyMap<string, UnsentMark>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of the conversation that was left is new.
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      const failed = await failedReplies(uid)
      if (!isLeft) setMarks(new Map([...drafts(uid), ...failed]))
    }
    void read()
    const stop = onOutboxChange(() => void read())
    return () => {
      isLeft = true
      stop()
    }
  }, [uid, current])
  return marks
}

async function failedReplies(uid: string): Promise<[string, UnsentMark][]> {
  const items = await unsentMessagesOf(uid).catch(() => [])
  const failed = items.filter(({ refusedAs }) => refusedAs !== undefined)
  return failed.map(({ content }) => {
    const { to, text, voice } = content
    return [to, { kind: 'failed', text, voiceSeconds: voice?.seconds }]
  })
}

function drafts(uid: string): [string, UnsentMark][] {
  return storedPlaces().flatMap(place => {
    const learnerUid = place.uid === uid ? partnerAt(place) : undefined
    if (learnerUid === undefined) return []
    const text = readDraftText(place).trim()
    return text === '' ? [] : [[learnerUid, { kind: 'draft', text }]]
  })
}
