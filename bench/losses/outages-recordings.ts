import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf, LESSON, mp3, PAGE } from '../../api/media/testing.ts'
import type { Reply } from '../../contract/calls/endpoint.ts'
import { getRecordingUrl, recordingName, saveAudio } from '../../contract/media.ts'
import type { Member } from '../messages/crowd.ts'

/** A recording that the server confirmed. */
export type ConfirmedRecording = { member: Member; filename: string; digest: string }
export type Recordings = { confirmed: ConfirmedRecording[]; refused: number; again: number }

/** The average time from one message or recording of a learner to the next. */
const PAUSE_MS = 60_000
/** The longest pause before a request is repeated. It is random, because people do not try again in the same second. */
export const AGAIN_MS = 3000
/** After this time the app gives up a call. A killed process never answers the calls that it has just received. */
export const REQUEST_LIMIT_MS = 30_000
const SECONDS = 1
const VOICES = 256

/** Sends an answer by voice about once a minute, each until it is confirmed, as the app does. */
export async function record(origin: string, member: Member, kept: Recordings, isOver: () => boolean): Promise<void> {
  for (;;) {
    await untilNext(isOver)
    if (isOver()) return
    const file = mp3(SECONDS, Math.floor(Math.random() * VOICES))
    const recordedAt = Date.now()
    const filename = recordingName({ uid: member.uid, lessonId: LESSON, pageNumber: PAGE.number, recordedAt })
    const key = randomUUID()
    let stored: string | undefined
    while (!stored) stored = await sendOnce(origin, member, { file, filename, key }, kept)
    if (stored !== REFUSED) kept.confirmed.push({ member, filename: stored, digest: digestOf(file) })
  }
}

/** Whether the person hears the bytes that they sent. */
export async function isHeard(origin: string, { member, filename, digest }: ConfirmedRecording): Promise<boolean> {
  const params: Record<string, string> = { lessonId: LESSON, pageId: PAGE.id, filename }
  const path = getRecordingUrl.path.replace(/:(\w+)/g, (_, name) => params[name] ?? '')
  const reply = await fetch(origin + path, { headers: headersOf(member) })
  if (!reply.ok) return false
  const { data } = (await reply.json()) as Reply<typeof getRecordingUrl>
  const sound = await fetch(new URL(data.url, origin))
  return sound.ok && digestOf(Buffer.from(await sound.arrayBuffer())) === digest
}

const REFUSED = 'refused'

type Sent = { file: Buffer; filename: string; key: string }

/** Undefined, after a pause, if no answer came or the server failed. Then the caller asks again. */
async function sendOnce(
  origin: string,
  member: Member,
  { file, filename, key }: Sent,
  kept: Recordings,
): Promise<string | undefined> {
  try {
    const response = await fetch(origin + saveAudio.path, {
      method: 'POST',
      headers: { ...headersOf(member), 'Idempotency-Key': key },
      body: formOf(file, filename, PAGE.id),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    })
    const { data } = (await response.json()) as { data?: { filename: string } }
    if (response.ok && data) return data.filename
    // While the bucket or the database is away, 503 is the right answer.
    if (response.status !== 503) kept.refused += 1
    if (response.status < 500) return REFUSED
  } catch {
    // The process was killed, or the call was given up.
  }
  kept.again += 1
  await sleep(Math.random() * AGAIN_MS)
  return undefined
}

/** Waits for a learner's next turn, or for the end. */
export async function untilNext(isOver: () => boolean): Promise<void> {
  const until = performance.now() + Math.random() * 2 * PAUSE_MS
  while (performance.now() < until && !isOver()) await sleep(1000)
}

export function headersOf({ idToken }: Member): Record<string, string> {
  return { Accept: 'application/json', Authorization: `Bearer ${idToken}` }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}
