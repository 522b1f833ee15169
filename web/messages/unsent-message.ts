import type { MessageLetter } from '../outbox/message-letter.ts'
import { announce } from '../outbox/outbox.ts'
import { dropLetter, type Letter, lettersOf, note } from '../outbox/store.ts'

/** Tries a refused message once more, with the person who is the mentor now. */
export async function retryMessage(uid: string, id: string, to: string): Promise<void> {
  const letter = await letterOf(uid, id)
  if (!letter) return
  const { refusedAs: _, ...kept } = letter
  const content = { ...(letter.content as MessageLetter), to }
  await note(letter, { ...kept, refusedAs: undefined, tries: 0, lastStatus: undefined, content } as Letter)
  await announce()
}

export async function deleteMessage(uid: string, id: string): Promise<void> {
  const letter = await letterOf(uid, id)
  if (!letter) return
  await dropLetter(letter)
  await announce()
}

/** Gives the words back to be edited. `keep` has them before the message is gone. */
export async function takeBackMessage(uid: string, id: string, keep: (content: MessageLetter) => void): Promise<void> {
  const letter = await letterOf(uid, id)
  if (!letter) return
  keep(letter.content as MessageLetter)
  await deleteMessage(uid, id)
}

async function letterOf(uid: string, id: string): Promise<Letter | undefined> {
  return (await lettersOf(uid)).find(letter => letter.id === id)
}
