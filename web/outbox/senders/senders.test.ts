import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, endsSession } from '../../../contract/calls/api-error.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import { currentSession, endSession, startSession } from '../../session.ts'
import { newMessageItem } from '../items/message-item.ts'
import { newPageLogItem } from '../items/page-log-item.ts'
import { sendMessageItem } from './send-message.ts'
import { senders } from './senders.ts'

afterEach(() => {
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function sessionOf(uid: string, expiresAt = Date.now() + HOUR, iat?: number) {
  const idToken = `head.${Buffer.from(JSON.stringify({ sub: uid, iat })).toString('base64url')}.signature`
  return { uid, idToken, refreshToken: uid, expiresAt }
}

const answerOfNoura = newPageLogItem({ lessonId: 'cuts', entry: { userId: 'noura', pageId: 'kit', pageNumber: 4 } })

test('a page of Noura is not sent in the name of Yousef, who signs in as it is sent; it waits for her', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.endsWith('refreshToken')) {
      sent.push(path)
      return Response.json({ success: false, error: { code: 'auth/forbidden' } }, { status: 403 })
    }
    startSession(sessionOf('yousef'))
    return Response.json({ success: true, data: sessionOf('noura') })
  })
  // Her token has run out, so it is renewed first.
  startSession(sessionOf('noura', 0))
  const failure = await senders['page-log'](answerOfNoura).catch((error: unknown) => error)
  expect(sent).toEqual([])
  // Not final: the outbox keeps the item.
  expect(failure).toBeInstanceOf(ApiError)
  expect(endsSession(failure as ApiError)).toBe(true)
  expect(currentSession()?.uid).toBe('yousef')
})

test('an answer whose request or reply is lost without a word is tried again, and does not wait for a quarter of an hour', async () => {
  vi.useFakeTimers()
  startSession(sessionOf('noura'))
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const failure = senders['page-log'](answerOfNoura).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  // No network: the outbox keeps the item and sends it again.
  expect(await Promise.race([failure, 'still waiting'])).toMatchObject({ code: 'auth/network-request-failed' })
})

test('a phone whose clock is a year behind loads no year of messages to learn who the mentor is now', async () => {
  const now = Date.now() + 365 * DAY
  startSession(sessionOf('noura', now + HOUR, now / 1000))
  let since = 0
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/send')) {
      return Response.json({ success: false, error: { code: 'messenger/not-your-responder' } }, { status: 403 })
    }
    since = Date.parse(new URL(path, 'http://localhost').searchParams.get('since') ?? '')
    return Response.json({ success: true, data: { messages: [], responder: { id: 7, name: 'Huda' } } })
  })
  await senders.message(newMessageItem('noura', { to: '5', text: 'Is honey good?' })).catch(() => {})
  expect(since).toBeGreaterThan(now - HOUR)
})

test('a voice note that waits while the mentor changes is uploaded once, and goes to the new one', async () => {
  startSession(sessionOf('noura'))
  const uploads: string[] = []
  const sent: { to: string; voice: string }[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path.endsWith('/saveVoice')) uploads.push(path)
    if (path.endsWith('/send')) sent.push(JSON.parse(String(body)))
    if (path.endsWith('/send') && sent.length === 1) {
      return Response.json({ success: false, error: { code: 'messenger/not-your-responder' } }, { status: 403 })
    }
    return Response.json({ success: true, data: { voice: 'a.mp3', messages: [], responder: { id: 7, name: 'Huda' } } })
  })
  const voice = { seconds: 1, recordedAt: Date.now() }
  await sendMessageItem(newMessageItem('noura', { to: '5', text: '', voice }), new ArrayBuffer(1))
  expect(uploads).toHaveLength(1)
  expect(sent).toMatchObject([
    { to: '5', voice: 'a.mp3' },
    { to: '7', voice: 'a.mp3' },
  ])
})

test('a message that was stored before three days without a network, and whose reply was lost, is not sent again', async () => {
  startSession(sessionOf('noura'))
  const question = newMessageItem('noura', { to: '5', text: 'Is honey good?' })
  const sent: string[] = []
  let stored: object[] = [{ key: question.id, from: 'noura' }]
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/send')) sent.push(path)
    return Response.json({ success: true, data: path.includes('/disciple/v2/messages') ? stored : {} })
  })
  const later = { ...question, writtenAt: question.writtenAt - 3 * DAY }
  expect(await senders.message(later)).toMatchObject({ key: question.id })
  expect(sent).toEqual([])
  stored = []
  await senders.message(later)
  expect(sent).toHaveLength(1)
})
