import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, endsSession } from '../../../contract/calls/api-error.ts'
import { HOUR } from '../../../contract/time.ts'
import { currentSession, endSession, startSession } from '../../session.ts'
import { newPageLogItem } from '../items/page-log-item.ts'
import { senders } from './senders.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

function sessionOf(uid: string, expiresAt = Date.now() + HOUR) {
  const idToken = `head.${Buffer.from(JSON.stringify({ sub: uid })).toString('base64url')}.signature`
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
