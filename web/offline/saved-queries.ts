import { isTemporary } from '../../contract/calls/api-error.ts'
import { readStored } from '../browser/stored.ts'
import type { Query, QueryKey } from '../queries/query.ts'
import { queryClient } from '../queries/query-client.ts'
import { currentSession, onSessionChange, PEOPLE } from '../session.ts'
import { noteReached } from './connection.ts'
import { inPhoneData, queryRow, type SavedQuery } from './phone-data.ts'

/** What a visit without a network shows. The second part of each query key is the uid. */
const SAVED_KINDS = ['user', 'courses', 'lesson', 'conversation', 'steps']
/** The most lessons that are saved without being downloaded on purpose. The oldest texts are deleted first. */
const MAX_LESSONS = 60
/**
 * The first change is written at once, because nothing can be written while a page is left. Changes that come soon
 * after it wait for this time, and are written together.
 */
const SAVE_EACH_MS = 300
/** A screen that found no network asks again after this time. */
const RENEW_AFTER_MS = 30_000
/** A slow phone reads faster than this. After this time the network is asked instead. */
const READ_LIMIT_MS = 1500

/** Keys of the queries that show what an earlier visit saved, until the server has replied or cannot be reached. */
const fromEarlierVisit = new Set<string>()

export function isFromEarlierVisit(queryKey: QueryKey): boolean {
  return fromEarlierVisit.has(keyOf(queryKey))
}

/**
 * A query function: gives first what an earlier visit saved, then what the server has. Without a network, and while the
 * server is busy or broken, the screen keeps what it shows. Any other error is thrown, because the server's refusal
 * counts. `complete` adds to the saved data what happened since.
 */
export function savedFirst<Data>(
  queryKey: QueryKey,
  load: () => Promise<Data>,
  complete: (saved: Data) => Data | Promise<Data> = saved => saved,
): () => Promise<Data> {
  return async () => {
    const shown = queryClient.getQueryData<Data>(queryKey)
    if (shown === undefined) {
      const reading = readSaved<Data>(queryKey)
      const saved = await Promise.race([reading, pause(READ_LIMIT_MS)])
      return saved === undefined ? loadOrRead(reading) : begin(saved)
    }
    try {
      return await loadNow()
    } catch (error) {
      if (!isTemporary(error)) throw error
      renewLater(queryKey)
      return shown
    } finally {
      fromEarlierVisit.delete(keyOf(queryKey))
    }
  }

  async function begin(saved: Data): Promise<Data> {
    const data = await complete(saved)
    // In a timer, because the query must have this data first: until then it is loading, and is not loaded again.
    setTimeout(renew, 0, queryKey)
    fromEarlierVisit.add(keyOf(queryKey))
    return data
  }

  /** Loads the data. If the network fails first, waits for the saved data: a busy phone is slow to read its storage. */
  async function loadOrRead(reading: Promise<Data | undefined>): Promise<Data> {
    try {
      return await loadNow()
    } catch (error) {
      const saved = isTemporary(error) ? await reading : undefined
      if (saved === undefined) throw error
      return begin(saved)
    }
  }

  async function loadNow(): Promise<Data> {
    try {
      const data = await load()
      noteReached(true)
      return data
    } catch (error) {
      if (isTemporary(error)) noteReached(false)
      throw error
    }
  }
}

function renew(queryKey: QueryKey): void {
  void queryClient.invalidateQueries({ queryKey, exact: true })
}

/**
 * Asks again as soon as there is a network, and from time to time: after a poor network the browser reports nothing.
 */
function renewLater(queryKey: QueryKey): void {
  const stop = new AbortController()
  const again = () => {
    stop.abort()
    clearTimeout(timer)
    renew(queryKey)
  }
  const timer = setTimeout(again, RENEW_AFTER_MS)
  addEventListener('online', again, { signal: stop.signal })
}

/** Tries twice. Undefined if nothing is saved, or if the browser could not read it. */
export function readSaved<Data>(queryKey: QueryKey): Promise<Data | undefined> {
  const read = () =>
    inPhoneData('readonly', ['queries'], transaction => transaction.objectStore('queries').get(keyOf(queryKey)))
  return read()
    .catch(read)
    .then(
      row => row?.data as Data | undefined,
      () => undefined,
    )
}

function pause(ms: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

const waiting = new Map<string, Query>()
let willWrite = false
let writtenAt = Number.NEGATIVE_INFINITY

/** Begins to save what the screens know. Returns a function that stops it. */
export function saveQueries(): () => void {
  for (const query of queryClient.queries()) enqueue(query)
  return queryClient.watch(enqueue)
}

function enqueue(query: Query): void {
  const { queryKey, state } = query
  if (!SAVED_KINDS.includes(queryKey[0] as string) || state.data === undefined || state.error) return
  waiting.set(keyOf(queryKey), query)
  if (willWrite) return
  willWrite = true
  setTimeout(writeWaiting, writtenAt + SAVE_EACH_MS - performance.now())
}

function writeWaiting(): void {
  willWrite = false
  writtenAt = performance.now()
  const rows = [...waiting.values()].map(({ queryKey, dataToSave }) => queryRow(queryKey, dataToSave))
  const own = rows.filter(({ uid }) => uid === currentSession()?.uid)
  waiting.clear()
  // If the phone has no room, the next visit asks the network.
  if (own.length > 0) void write(own).catch(() => {})
}

function write(rows: SavedQuery[]): Promise<void> {
  return inPhoneData('readwrite', ['queries', 'downloads'], async transaction => {
    const store = transaction.objectStore('queries')
    await Promise.all(rows.map(row => store.put(row)))
    const keys = await store.getAllKeys()
    // Lessons are large, so they are read only if there are too many.
    if (keys.filter(isLesson).length <= MAX_LESSONS) return
    const kept = await transaction.objectStore('downloads').getAllKeys()
    const keptKeys = new Set(kept.map(([uid, lessonId]) => keyOf(['lesson', uid, lessonId])))
    const lessons = (await store.getAll()).filter(({ key }) => isLesson(key) && !keptKeys.has(key))
    const newestFirst = lessons.sort((one, other) => other.savedAt - one.savedAt)
    await Promise.all(newestFirst.slice(MAX_LESSONS).map(({ key }) => store.delete(key)))
  })
}

function isLesson(key: string): boolean {
  return key.startsWith('["lesson"')
}

function keyOf(queryKey: QueryKey): string {
  return JSON.stringify(queryKey)
}

let uid = currentSession()?.uid
onSessionChange(session => {
  if (uid && session?.uid !== uid) void deleteSavedOf(uid).catch(() => {})
  uid = session?.uid
})

/**
 * Deletes what was saved for a person who has left, so that the next person on this phone does not find it. It is kept
 * for a person who can return on a shared phone.
 */
async function deleteSavedOf(uid: string): Promise<void> {
  if (readStored(PEOPLE)?.includes(`"${uid}"`)) return
  return inPhoneData('readwrite', ['queries'], async transaction => {
    const store = transaction.objectStore('queries')
    const keys = await store.index('uid').getAllKeys(uid)
    await Promise.all(keys.map(key => store.delete(key)))
  })
}
