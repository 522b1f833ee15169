import { beforeEach, expect, test, vi } from 'vitest'
import { fetchUploading } from './upload.ts'

/** A browser's upload of a form, controlled by the test. */
class Line {
  static last: Line
  upload: { onprogress?(event: object): void; onload?(): void } = {}
  onload?(): void
  onerror?(): void
  onabort?(): void
  onloadend?(): void
  readonly headers: Record<string, string> = {}
  status = 0
  responseText = ''
  wasCut = false
  open() {
    Line.last = this
  }
  send() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(name: string) {
    return { 'content-type': 'application/json', 'retry-after': '7' }[name] ?? null
  }
  abort() {
    this.wasCut = true
    this.onabort?.()
    this.onloadend?.()
  }
  /** Reports progress: `loaded` of 100 bytes. */
  pass(loaded: number) {
    this.upload.onprogress?.({ loaded, total: 100 })
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Line)
})

function send() {
  const shares: number[] = []
  const answer = fetchUploading(new FormData(), share => shares.push(share))('/saveAudio', { headers: { A: 'b' } })
  answer.catch(() => {})
  return { line: Line.last, answer, shares }
}

test('a slow recording is sent, and its progress is reported', async () => {
  const { line, answer, shares } = send()
  expect(line.headers).toEqual({ A: 'b' })
  for (const loaded of [20, 40, 60, 80, 100]) {
    vi.advanceTimersByTime(59_000)
    line.pass(loaded)
  }
  line.answer(429, { said: 'wait' })
  const response = await answer
  expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1])
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  expect(await response.json()).toEqual({ said: 'wait' })
  vi.advanceTimersByTime(600_000)
  expect(line.wasCut).toBe(false)
})

test('an upload without progress for a minute is cut', async () => {
  const { line, answer } = send()
  line.pass(20)
  vi.advanceTimersByTime(60_000)
  expect(line.wasCut).toBe(true)
  await expect(answer).rejects.toThrow('cut')
})

test('after the phone has sent all bytes, a slow network gets three minutes', async () => {
  const { line, answer } = send()
  line.pass(100)
  line.upload.onload?.()
  vi.advanceTimersByTime(179_000)
  expect(line.wasCut).toBe(false)
  vi.advanceTimersByTime(1000)
  await expect(answer).rejects.toThrow('cut')
})

test('a dead connection is a network failure', async () => {
  const { line, answer } = send()
  line.onerror?.()
  await expect(answer).rejects.toThrow('cut')
})
