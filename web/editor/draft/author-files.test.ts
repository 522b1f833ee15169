import { afterEach, expect, test, vi } from 'vitest'
import { DAY, HOUR, SECOND } from '../../../contract/time.ts'
import { endSession, startSession } from '../../session.ts'
import { openAuthorFiles } from './author-files.ts'

afterEach(() => {
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const server = Date.now()

test.each([
  ['two hours ahead', 2 * HOUR],
  ['two months behind', -60 * DAY],
])('Reem’s clock is %s, and the URL of a film lasts as long as the server says', async (_, wrong) => {
  vi.useFakeTimers({ now: server + wrong })
  const claims = Buffer.from(JSON.stringify({ sub: 'reem', iat: Math.floor(server / SECOND) })).toString('base64url')
  startSession({ uid: 'reem', idToken: `head.${claims}.end`, refreshToken: 'r', expiresAt: server + HOUR })
  const data = { url: 'https://films.example/pour.mp4', expiresAt: server + HOUR }
  const asked = vi.fn(async () => Response.json({ success: true, data }))
  const never = () => new Promise<Response>(() => {})
  vi.stubGlobal('fetch', () => (asked.mock.calls.length < 5 ? asked() : never()))

  const files = openAuthorFiles('reem', 'tea')
  const show = () => files.urlOf('media/pour.mp4', 'digest')
  files.watch(show)
  show()
  await vi.advanceTimersByTimeAsync(HOUR / 2)
  expect(show()).toBe(data.url)
  expect(asked).toHaveBeenCalledTimes(1)
})
