import { getRecordingUrl, recordingName, saveAudio } from '../../contract/media.ts'
import type { Person } from '../testing-people.ts'

const FRAME_BYTES = 522
const FRAMES_PER_SECOND = 44_100 / 1152

/** Frames of an mp3 in mono at 160 kbit/s and 44.1 kHz. They are noise that differs by `voice`. */
export function frames(count: number, voice = 0): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES, voice)
  Buffer.from([0xff, 0xfb, 0xa0, 0xc0]).copy(frame)
  return Buffer.concat(Array.from({ length: count }, () => frame))
}

export function mp3(seconds: number, voice = 0): Buffer {
  return frames(Math.round(seconds * FRAMES_PER_SECOND), voice)
}

/** Frames like those of `frames`, at 320 kbit/s. */
export function loudFrames(count: number): Buffer {
  const frame = Buffer.alloc(1044)
  Buffer.from([0xff, 0xfb, 0xe0, 0xc0]).copy(frame)
  return Buffer.concat(Array.from({ length: count }, () => frame))
}

/** An mp3 of this many seconds at 32 kbit/s. */
export function quietFrames(seconds: number): Buffer {
  const frame = Buffer.alloc(104)
  Buffer.from([0xff, 0xfb, 0x10, 0xc0]).copy(frame)
  return Buffer.concat(Array.from({ length: Math.round(seconds * FRAMES_PER_SECOND) }, () => frame))
}

/** A tag as programs write it before the sound, with this text as its title. */
export function tag(text: string): Buffer {
  const size = Buffer.byteLength(text)
  const length = [21, 14, 7, 0].map(bits => (size >> bits) & 0x7f)
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, ...length]), Buffer.from(text)])
}

export const LESSON = 'first-aid-en-cuts'
/** The last page of `LESSON`, which asks for a text or a recording. */
export const PAGE = { id: 'last-time', number: 9 }
export const AT = Date.UTC(2026, 10, 21, 12, 30)

export function nameFor(who: Person, { lessonId = LESSON, pageNumber = PAGE.number, recordedAt = AT } = {}): string {
  return recordingName({ uid: who.uid, lessonId, pageNumber, recordedAt })
}

export type Upload = { filename?: string; file?: Uint8Array; pageId?: string; key?: string; form?: FormData }
export type Answer = { status: number; headers: Headers; body: { data: { filename: string }; error: { code: string } } }

/** Sends a recording as the recorder does. */
export async function upload(origin: string, who: Person, sent: Upload = {}): Promise<Answer> {
  const headers = { Authorization: `Bearer ${who.idToken}`, ...(sent.key ? { 'Idempotency-Key': sent.key } : {}) }
  const body = sent.form ?? formOf(sent.file ?? mp3(1), sent.filename ?? nameFor(who), sent.pageId)
  const response = await fetch(origin + saveAudio.path, { method: 'POST', headers, body })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export function formOf(file: Uint8Array, filename: string, pageId?: string): FormData {
  const form = new FormData()
  if (pageId !== undefined) form.append('pageId', pageId)
  form.append('file', new File([new Uint8Array(file)], filename, { type: 'audio/mpeg' }))
  return form
}

/** The URL from which the player of this person fetches the recording. Rejects if the server refuses. */
export async function urlFor(who: Person, filename: string, { lessonId = LESSON, pageId = PAGE.id } = {}) {
  const { data } = await who.call(getRecordingUrl, { params: { lessonId, pageId, filename } })
  return data
}
