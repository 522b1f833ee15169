import { useEffect, useState } from 'react'
import { isMentor } from '../../contract/messages.ts'
import type { MessageLetter } from '../outbox/message-letter.ts'
import { onOutboxChange } from '../outbox/outbox.ts'
import { enclosedIn, lettersOf, MESSAGE } from '../outbox/store.ts'
import type { Waiting } from './conversation.ts'

/** What waits in the outbox of this person for one conversation; undefined until that is known. */
export function useWaiting(uid: string, to: string | undefined): Waiting[] | undefined {
  const [waiting, setWaiting] = useState<Waiting[]>()
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      const letters = to === undefined ? [] : await messagesTo(uid, to)
      if (!isLeft) setWaiting(letters)
    }
    void look()
    const stop = onOutboxChange(() => void look())
    return () => {
      isLeft = true
      stop()
    }
  }, [uid, to])
  return waiting
}

async function messagesTo(uid: string, to: string): Promise<Waiting[]> {
  const letters = (await lettersOf(uid).catch(() => [])).filter(({ kind }) => kind === MESSAGE)
  const own = letters.filter(({ content }) => isFor(content as MessageLetter, to))
  return Promise.all(
    own.map(async letter => {
      const { voice, ...content } = letter.content as MessageLetter
      const mp3 = voice && (await enclosedIn(letter).catch(() => undefined))
      const spoken = voice && { ...voice, ...(mp3 ? { mp3: new Blob([mp3], { type: 'audio/mpeg' }) } : {}) }
      const { id, writtenAt, refusedAs, tries, lastStatus } = letter
      return {
        id,
        writtenAt,
        refusedAs,
        tries,
        lastStatus,
        content: { ...content, ...(spoken ? { voice: spoken } : {}) },
      }
    }),
  )
}

/** A learner has one conversation, with all their mentors. */
function isFor(content: MessageLetter, to: string): boolean {
  return content.to === to || (isMentor(content.to) && isMentor(to))
}
