import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** One act of one person on its way to the server. Its id is the idempotency key: sent twice, it counts once. */
export type Letter = {
  id: string
  /** Whose it is. It is only ever sent with this person's token. */
  uid: string
  /** Which act (letters.ts knows how each is sent). */
  kind: string
  /** Letters of one lane go one after the other, in the order they were written. */
  lane: string
  content: unknown
  /** Epoch ms. */
  writtenAt: number
  tries: number
  /** The server will never take it: kept for the person, out of the way of the others. */
  refusedAs?: string
}

type Row = Letter & { order?: number }

interface Schema extends DBSchema {
  letters: { key: number; value: Row; indexes: { uid: string } }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('step-by-step-outbox', 1, {
    upgrade(db) {
      db.createObjectStore('letters', { keyPath: 'order', autoIncrement: true }).createIndex('uid', 'uid')
    },
    terminated() {
      opened = undefined
    },
  })
  return opened
}

/** Resolves when the browser has it on disk. */
export async function keepLetter(letter: Letter): Promise<void> {
  const db = await database()
  const transaction = db.transaction('letters', 'readwrite', { durability: 'strict' })
  await transaction.store.add(letter as Row)
  await transaction.done
}

/** All letters of a person, oldest first. */
export async function lettersOf(uid: string): Promise<Letter[]> {
  return (await database()).getAllFromIndex('letters', 'uid', uid)
}

/** Those of a person that the server does not have yet and may still take, oldest first. */
export async function unsentOf(uid: string): Promise<Letter[]> {
  return (await lettersOf(uid)).filter(letter => letter.refusedAs === undefined)
}

/** Notes how a try ended, unless the letter is gone or has changed hands since. */
export async function noteTry(letter: Letter, ending: Pick<Letter, 'tries' | 'refusedAs'>): Promise<void> {
  const transaction = (await database()).transaction('letters', 'readwrite')
  const kept = await transaction.store.get((letter as Row).order as number)
  if (kept?.uid === letter.uid) await transaction.store.put({ ...kept, ...ending })
  await transaction.done
}

/** Gives all letters of these people to somebody else, at once, so that two tabs do it once. Answers how many there were. */
export async function readdress(uids: readonly string[], given: (letter: Letter) => Letter): Promise<number> {
  const transaction = (await database()).transaction('letters', 'readwrite', { durability: 'strict' })
  const found = await Promise.all(uids.map(uid => transaction.store.index('uid').getAll(uid)))
  const letters = found.flat()
  await Promise.all(letters.map(letter => transaction.store.put(given(letter))))
  await transaction.done
  return letters.length
}

export async function dropLetter(letter: Letter): Promise<void> {
  await (await database()).delete('letters', (letter as Row).order as number)
}
