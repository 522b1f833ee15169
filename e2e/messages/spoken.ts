import { createHash } from 'node:crypto'
import type { JSHandle, Page, Request } from '@playwright/test'
import { getRecordingUrl } from '../../contract/media.ts'
import { type Language, mainButton } from '../lessons/lesson-walk.ts'
import { keptPieces, recorderOn } from '../media/recorder.ts'
import { type Person, progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { lessonPath, openPage } from '../study.ts'
import { expect } from '../test.ts'

/** The last page of the lesson about cuts accepts a text or a recording. */
export const PAGE_ID = 'last-time'
export const PAGE_NUMBER = 9
export const lessonOf = (language: Language = 'en') => `first-aid-${language}-cuts`
export const spokenPath = (language: Language = 'en') => lessonPath(lessonOf(language), PAGE_NUMBER)

type At = { language?: Language; person?: Person }

export function openSpoken(page: Page, server: Server, { language = 'en', ...at }: At = {}): Promise<Person> {
  return openPage(page, server, { lessonId: lessonOf(language), pageId: PAGE_ID, language, ...at })
}

/** Records for this long, and returns the mp3. */
export async function say(page: Page, { language = 'en' as Language, ms = 500 } = {}): Promise<Buffer> {
  const recorder = recorderOn(page, language)
  await recorder.start.click()
  await expect(recorder.stop).toBeVisible()
  await page.waitForTimeout(ms)
  await recorder.stop.click()
  await expect(recorder.delete).toBeVisible()
  return Buffer.concat((await keptPieces(page)).map(piece => Buffer.from(piece.mp3, 'base64')))
}

/** Brings bytes into a page. For two megabytes that takes a tenth of a second of the processor. */
export function broughtTo(page: Page, bytes: Buffer): Promise<JSHandle<Uint8Array>> {
  return page.evaluateHandle(
    base64 => (Uint8Array as unknown as { fromBase64(text: string): Uint8Array }).fromBase64(base64),
    bytes.toString('base64'),
  )
}

/** Stores a recording as an earlier visit left it without submitting; the page finds it when it opens. */
export async function leaveRecording(
  page: Page,
  { session }: Person,
  recording: Buffer | JSHandle<Uint8Array>,
  language: Language = 'en',
): Promise<void> {
  await storeRecording(page, session.uid, [lessonOf(language), PAGE_ID], recording)
}

/** Stores a recording for a place, as the first version of the app did. The app need not be open. */
export async function storeRecording(
  page: Page,
  uid: string,
  place: string[],
  recording: Buffer | JSHandle<Uint8Array>,
): Promise<void> {
  const mp3 = Buffer.isBuffer(recording) ? await broughtTo(page, recording) : recording
  const row = { uid, place: JSON.stringify(place), seconds: 120, recordedAt: Date.now(), mp3 }
  await page.evaluate(async row => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>(resolve => (request.onsuccess = () => resolve(request.result)))
    const opening = indexedDB.open('step-by-step-recordings', 1)
    opening.onupgradeneeded = () => {
      const pieces = opening.result.createObjectStore('pieces', { keyPath: 'order', autoIncrement: true })
      pieces.createIndex('at', ['uid', 'place'])
      pieces.createIndex('uid', 'uid')
    }
    const db = await done(opening)
    const transaction = db.transaction('pieces', 'readwrite')
    transaction.objectStore('pieces').add(row)
    // The transaction ends after the request: without this wait, a reload or a lack of space would lose the row.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    db.close()
  }, row)
}

/** Stores one more recording in the same way as the outbox stored the first one. */
export async function leaveWaiting(page: Page, recording: JSHandle<Uint8Array>): Promise<void> {
  await page.evaluate(async mp3 => {
    const opening = indexedDB.open('step-by-step-outbox')
    const db = await new Promise<IDBDatabase>(resolve => (opening.onsuccess = () => resolve(opening.result)))
    const storing = db.transaction(['letters', 'enclosures'], 'readwrite')
    const items = storing.objectStore('letters')
    const id = crypto.randomUUID()
    const reading = items.getAll(undefined, 1)
    reading.onsuccess = () => {
      const { order: _, ...first } = reading.result[0]
      items.add({ ...first, id, writtenAt: Date.now() })
    }
    storing.objectStore('enclosures').add(mp3.buffer, id)
    await new Promise<void>((resolve, reject) => {
      storing.oncomplete = () => resolve()
      storing.onabort = () => reject(storing.error)
    })
    db.close()
  }, recording)
}

/** Deletes the recordings that wait, as a browser does that needs room, and keeps what belongs to them. */
export async function loseRecordings(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('step-by-step-outbox')
    const db = await new Promise<IDBDatabase>(resolve => (opening.onsuccess = () => resolve(opening.result)))
    const clearing = db.transaction('enclosures', 'readwrite')
    clearing.objectStore('enclosures').clear()
    await new Promise(resolve => (clearing.oncomplete = resolve))
    db.close()
  })
}

/** Sends the answer, which leads from the last page of the lesson to the course. */
export async function give(page: Page): Promise<void> {
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/courses\/first-aid-..(\?|$)/)
}

/** The answer of the page that the server has. */
export async function answerOf(person: Person, language: Language = 'en'): Promise<unknown> {
  return (await progressOf(person, lessonOf(language)))?.answers[PAGE_ID]
}

/** Waits until the recording that is the answer has arrived, in place of a former one if given. Returns its name. */
export async function arrived(person: Person, language: Language = 'en', former?: string): Promise<string> {
  await expect.poll(() => answerOf(person, language), { timeout: 60_000 }).toMatch(/^audio:/)
  if (former) await expect.poll(() => answerOf(person, language), { timeout: 60_000 }).not.toBe(`audio:${former}`)
  return String(await answerOf(person, language)).replace('audio:', '')
}

/** The bytes that a person's player gets. */
export async function heardBy(server: Server, { call }: Person, filename: string, language: Language = 'en') {
  const { data } = await call(getRecordingUrl, { params: { lessonId: lessonOf(language), pageId: PAGE_ID, filename } })
  return Buffer.from(await (await fetch(server.origin + data.url)).arrayBuffer())
}

/** The number of recordings, and the logs, that a tab or all of them send. */
export function sendingsOf(from: { on(event: 'request', listener: (request: Request) => void): unknown }) {
  const sent = { recordings: 0, logs: [] as { answer: unknown; userId: string }[] }
  from.on('request', request => {
    if (request.url().endsWith('/saveAudio')) sent.recordings += 1
    if (request.url().endsWith('/log')) sent.logs.push(request.postDataJSON())
  })
  return sent
}

/** The submitted recording, as the page shows it. */
export function givenOn(page: Page) {
  const card = page.locator('.spoken')
  return { card, play: card.getByRole('button').first(), sound: card.locator('audio'), alert: card.getByRole('alert') }
}

/** The header of an mp3 frame in mono at 160 kbit/s and 44.1 kHz. */
const HEADER = Buffer.from([0xff, 0xfb, 0xa0, 0xc0])
export const FRAME_BYTES = 522
const FRAMES_A_SECOND = 44_100 / 1152
/** Noise from which all recordings are cut. To make two minutes of it takes a fifth of a second of the processor. */
const frames: Buffer[] = []

function frameOf(index: number): Buffer {
  const made = frames[index]
  if (made) return made
  const noise = createHash('shake256', { outputLength: FRAME_BYTES - HEADER.length }).update(String(index))
  const frame = Buffer.concat([HEADER, noise.digest()])
  frames[index] = frame
  return frame
}

/**
 * An mp3 as long and as large as a recording of this many seconds. It is noise, which no disk can compress. It begins
 * at frame `voice` of the noise, so that recordings differ.
 */
export function mp3Of(seconds: number, voice = 0): Buffer {
  const length = Math.round(seconds * FRAMES_A_SECOND)
  return Buffer.concat(Array.from({ length }, (_, index) => frameOf(voice + index)))
}
