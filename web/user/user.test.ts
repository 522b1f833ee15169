import { expect, test, vi } from 'vitest'

/** A browser where Noura is signed in. It has no IndexedDB: nothing of an earlier visit, and nothing unsent. */
vi.hoisted(() => {
  const session = { uid: 'noura', idToken: 'a.b.c', refreshToken: 'd', expiresAt: Date.now() + 3_600_000 }
  const browser = {
    window: globalThis,
    location: { search: '' },
    localStorage: { getItem: (name: string) => (name === 'sbs.session' ? JSON.stringify(session) : null) },
    addEventListener: () => {},
  }
  Object.assign(globalThis, browser)
})

const { queryClient } = await import('../query-client.ts')
const { showPageDone, userQuery } = await import('./user.ts')

const user = {
  uid: 'noura',
  displayName: null,
  email: 'noura@example.org',
  phoneNumber: null,
  mentorId: null,
  isBeta: false,
  createdAt: 1,
  eraseAt: null,
  formerUids: [],
  responder_id: null,
  responder_name: null,
}

function reply(lastCompleted: number): Response {
  const lesson = { lastCompleted, status: 'started', totalPages: 9, answers: {} }
  const data = { user, userLessonData: lastCompleted === 0 ? {} : { cuts: lesson } }
  return new Response(JSON.stringify({ success: true, data }), { headers: { 'Content-Type': 'application/json' } })
}

test('a reply does not undo a page that Noura finished during the call', async () => {
  const waiting: ((reply: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>(resolve => waiting.push(resolve)))
  const { queryKey, queryFn } = userQuery('noura')
  queryClient.setQueryData(queryKey, { user, userLessonData: {} } as never)
  const asked = queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 })
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  const entry = { userId: 'noura', pageId: 'start', pageNumber: 1, totalPages: 9 }
  showPageDone(queryClient, { lessonId: 'cuts', entry } as never)
  waiting[0]?.(reply(0))
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.(reply(1))
  expect((await asked).userLessonData.cuts?.lastCompleted).toBe(1)
  expect(queryClient.getQueryData<Awaited<typeof asked>>(queryKey)?.userLessonData.cuts?.lastCompleted).toBe(1)
})
