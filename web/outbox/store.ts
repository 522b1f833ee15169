import type { DBSchema } from 'idb'
import { phoneDatabase } from './phone-database.ts'

/** The kind of letter that is a message. */
export const MESSAGE = 'message'

/** One act of one person on its way to the server. Its id is the idempotency key: sent twice, it counts once. */
export type Letter = {
  id: string
  /** Whose it is. It is only ever sent with this person's token. */
  uid: string
  /** Which act (carriers.ts knows how each is sent). */
  kind: string
  /** Letters of one lane go one after the other, in the order they were written. */
  lane: string
  /** What it is about: a refused letter gives way to the next one about the same. */
  about: string
  content: unknown
  /** Epoch ms. */
  writtenAt: number
  tries: number
  /** How the server answered the last try that failed: an HTTP status, 0 where no answer came. */
  lastStatus?: number | undefined
  /** The server will never take it: kept for the person, out of the way of the others. */
  refusedAs?: string
}

type Row = Letter & { order?: number }

interface Schema extends DBSchema {
  letters: { key: number; value: Row; indexes: { uid: string } }
  /** What is too large to be read each time that letters are looked at, by letter id. */
  enclosures: { key: string; value: ArrayBuffer }
}

const inTransaction = phoneDatabase<Schema>('step-by-step-outbox', 2, (db, from) => {
  if (from < 1) db.createObjectStore('letters', { keyPath: 'order', autoIncrement: true }).createIndex('uid', 'uid')
  db.createObjectStore('enclosures')
})
/** On disk, and not only on its way there. */
const strict = { durability: 'strict' } as const

/** Resolves when the browser has it on disk, with what is enclosed, or with nothing of both. The same letter is kept once. */
export async function keepLetter(letter: Letter, enclosed?: ArrayBuffer): Promise<void> {
  await inTransaction(
    'readwrite',
    ['letters', 'enclosures'],
    async transaction => {
      const letters = transaction.objectStore('letters')
      const enclosures = transaction.objectStore('enclosures')
      const known = await letters.index('uid').getAll(letter.uid)
      // It was kept late, after it had been given up.
      if (known.some(({ id }) => id === letter.id)) return
      const outdated = known.filter(({ about, refusedAs }) => refusedAs !== undefined && about === letter.about)
      await Promise.all([
        ...outdated.flatMap(({ id, order }) => [letters.delete(order as number), enclosures.delete(id)]),
        letters.add(letter as Row),
        enclosed && enclosures.add(enclosed, letter.id),
      ])
    },
    strict,
  )
}

/** All letters of a person, oldest first. */
export function lettersOf(uid: string): Promise<Letter[]> {
  return inTransaction('readonly', ['letters'], transaction =>
    transaction.objectStore('letters').index('uid').getAll(uid),
  )
}

/** Those of a person that the server does not have yet and may still take, oldest first. */
export async function unsentOf(uid: string): Promise<Letter[]> {
  return (await lettersOf(uid)).filter(letter => letter.refusedAs === undefined)
}

/** What is enclosed in a letter, as long as it is here. */
export function enclosedIn({ id }: Letter): Promise<ArrayBuffer | undefined> {
  return inTransaction('readonly', ['enclosures'], transaction => transaction.objectStore('enclosures').get(id))
}

/** Notes how far a letter came, unless it is gone or has changed hands since. */
export async function note(letter: Letter, news: Partial<Letter>): Promise<void> {
  await inTransaction('readwrite', ['letters'], async transaction => {
    const letters = transaction.objectStore('letters')
    const kept = await letters.get((letter as Row).order as number)
    if (kept?.uid === letter.uid) await letters.put({ ...kept, ...news })
  })
}

/** Gives all letters of these people to somebody else, at once, so that two tabs do it once. Answers how many there were. */
export function readdress(uids: readonly string[], given: (letter: Letter) => Letter): Promise<number> {
  return inTransaction(
    'readwrite',
    ['letters'],
    async transaction => {
      const store = transaction.objectStore('letters')
      const letters = (await Promise.all(uids.map(uid => store.index('uid').getAll(uid)))).flat()
      await Promise.all(letters.map(letter => store.put(given(letter))))
      return letters.length
    },
    strict,
  )
}

export async function dropLetter(letter: Letter): Promise<void> {
  await inTransaction('readwrite', ['letters', 'enclosures'], transaction =>
    Promise.all([
      transaction.objectStore('letters').delete((letter as Row).order as number),
      transaction.objectStore('enclosures').delete(letter.id),
    ]),
  )
}
