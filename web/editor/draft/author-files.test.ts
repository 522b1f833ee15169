import { afterEach, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../contract/time.ts'
import { endSession, startSession } from '../../session.ts'
import { openAuthorFiles } from './author-files.ts'
import { openDraft } from './open-draft.ts'

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

test('Reem hears Huda while her sound is on its way over a slow line', async () => {
  vi.useFakeTimers()
  startSession({ uid: 'reem', idToken: 'head.e30.end', refreshToken: 'r', expiresAt: Date.now() + HOUR })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { addEventListener() {}, documentElement: { lang: 'en' } })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const call = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
    asked.push(call)
    await new Promise(resolve => setTimeout(resolve, call === 'sounds' ? MINUTE : 3 * SECOND))
    const others = { conflicts: [], atWork: [], edits: [], state: '', isOutdated: false }
    const data = { courseId: 'tea', revision: 1, course: {}, lessons: [], files: [], ...others }
    return Response.json({ success: true, data })
  })

  const opened = openDraft('reem', 'tea')
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  await opened.bring({ digest: 'water', kind: 'sound', blob: new Blob(), bytesBefore: 1, bytes: 1 }, 'media/water.mp3')
  await vi.advanceTimersByTimeAsync(MINUTE / 2)
  expect(asked.slice(asked.indexOf('sounds')).filter(call => call === 'changes').length).toBeGreaterThan(5)
  opened.close()
})
