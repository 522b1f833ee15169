import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

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
  /** The server will never take it: kept for the person, out of the way of the others. */
  refusedAs?: string
}

type Row = Letter & { order?: number }

interface Schema extends DBSchema {
  letters: { key: number; value: Row; indexes: { uid: string } }
  /** What is too large to be read each time that letters are looked at, by letter id. */
  enclosures: { key: string; value: ArrayBuffer }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('step-by-step-outbox', 2, {
    upgrade(db, from) {
      if (from < 1) db.createObjectStore('letters', { keyPath: 'order', autoIncrement: true }).createIndex('uid', 'uid')
      db.createObjectStore('enclosures')
    },
    // A newer version in another tab does not wait for this one to be closed.
    blocking(_current, _next, { target }) {
      const old = target as IDBDatabase
      old.close()
      opened = undefined
    },
    terminated() {
      opened = undefined
    },
  })
  return opened
}

/** Resolves when the browser has it on disk, with what is enclosed, or with nothing of both. */
export async function keepLetter(letter: Letter, enclosed?: ArrayBuffer): Promise<void> {
  const transaction = (await database()).transaction(['letters', 'enclosures'], 'readwrite', { durability: 'strict' })
  const letters = transaction.objectStore('letters')
  const enclosures = transaction.objectStore('enclosures')
  const outdated = (await letters.index('uid').getAll(letter.uid)).filter(
    ({ about, refusedAs }) => refusedAs !== undefined && about === letter.about,
  )
  await Promise.all([
    ...outdated.flatMap(({ id, order }) => [letters.delete(order as number), enclosures.delete(id)]),
    letters.add(letter as Row),
    enclosed && enclosures.add(enclosed, letter.id),
    transaction.done,
  ])
}

/** All letters of a person, oldest first. */
export async function lettersOf(uid: string): Promise<Letter[]> {
  return (await database()).getAllFromIndex('letters', 'uid', uid)
}

/** Those of a person that the server does not have yet and may still take, oldest first. */
export async function unsentOf(uid: string): Promise<Letter[]> {
  return (await lettersOf(uid)).filter(letter => letter.refusedAs === undefined)
}

/** What is enclosed in a letter, as long as it is here. */
export async function enclosedIn({ id }: Letter): Promise<ArrayBuffer | undefined> {
  return (await database()).get('enclosures', id)
}

/** Notes how far a letter came, unless it is gone or has changed hands since. */
export async function note(letter: Letter, news: Partial<Letter>): Promise<void> {
  const transaction = (await database()).transaction('letters', 'readwrite')
  const kept = await transaction.store.get((letter as Row).order as number)
  if (kept?.uid === letter.uid) await transaction.store.put({ ...kept, ...news })
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
  const transaction = (await database()).transaction(['letters', 'enclosures'], 'readwrite')
  await Promise.all([
    transaction.objectStore('letters').delete((letter as Row).order as number),
    transaction.objectStore('enclosures').delete(letter.id),
    transaction.done,
  ])
}
