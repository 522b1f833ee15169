import { afterEach, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '../../../contract/time.ts'
import { endSession, startSession } from '../../session.ts'
import { type ComposedMessage, enqueueMessage } from './enqueue-message.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test.each<[string, ComposedMessage]>([
  [
    'a voice that Noura recorded three days ago',
    { id: 'voice-1', text: '', voice: { mp3: new Blob(), seconds: 3, recordedAt: Date.now() - 3 * DAY } },
  ],
  ['a text that she sent before', { id: 'question', text: 'Is honey good?', wasSent: true }],
])('%s, which the server has and which came back into the box, is not stored twice', async (_, message) => {
  startSession({ uid: 'noura', idToken: 'head.e30.signature', refreshToken: 'noura', expiresAt: Date.now() + HOUR })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/disciple/v2/messages')) sent.push(path)
    return Response.json({ success: true, data: [{ key: message.id, from: 'noura' }] })
  })
  // This phone stores nothing, so the message is sent at once.
  expect(await enqueueMessage('noura', '5', message)).toBe(true)
  expect(sent).toEqual([])
})
