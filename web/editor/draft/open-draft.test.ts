import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Edit } from '../../../contract/organisation/edits.ts'
import { HOUR, MINUTE, SECOND } from '../../../contract/time.ts'
import { endSession, startSession } from '../../session.ts'
import { openDraft } from './open-draft.ts'

beforeEach(() => {
  vi.useFakeTimers()
  startSession({ uid: 'reem', idToken: 'head.e30.end', refreshToken: 'r', expiresAt: Date.now() + HOUR })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { addEventListener() {}, documentElement: { lang: 'en' } })
})
afterEach(() => {
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what Reem wrote stays when the whole draft comes later than the reply that it is stored', async () => {
  let title = 'Tea'
  let revision = 1
  const loads: number[] = []
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: RequestInit) => {
    const call = new URL(url, 'http://localhost').pathname.split('/').at(-1)
    const others = { conflicts: [], atWork: [], edits: [], others: [], state: '', isOutdated: call === 'changes' }
    const [edit] = JSON.parse(String(body)).edits ?? []
    if (edit) {
      title = edit.change.to
      revision++
    }
    const results = edit ? [{ id: edit.id, outcome: 'done' }] : []
    const data = { courseId: 'tea', revision, course: { title }, lessons: [], files: [], ...others, results }
    if (call === 'draft') await new Promise(resolve => setTimeout(resolve, loads.push(revision) === 2 ? 9 * SECOND : 0))
    // Nobody else writes after the first news.
    if (call === 'changes' && loads.length > 1) await new Promise(() => {})
    return Response.json({ success: true, data })
  })

  const reem = openDraft('reem', 'tea')
  await vi.advanceTimersByTimeAsync(SECOND)
  reem.change({ op: 'set', path: ['course', 'title'], from: 'Tea', to: 'Green tea' })
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  expect(reem.get().writing).toMatchObject({ pending: [], base: { revision: 2 } })
  const shown: unknown[] = []
  reem.watch(() => shown.push(reem.get().writing?.draft.course.title))
  await vi.advanceTimersByTimeAsync(9 * SECOND)
  expect(loads).toEqual([1, 1, 2])
  expect(new Set(shown)).toEqual(new Set(['Green tea']))
  reem.close()
})

test('Reem hears Huda while her sound is on its way over a slow line, and what she writes does not wait for it', async () => {
  const asked: string[] = []
  const arrived: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: RequestInit) => {
    const call = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
    asked.push(call)
    await new Promise(resolve => setTimeout(resolve, call === 'sounds' ? MINUTE : 3 * SECOND))
    const others = { conflicts: [], atWork: [], edits: [], others: [], state: '', isOutdated: false }
    const edits: Edit[] = call === 'edits' ? JSON.parse(String(body)).edits : []
    for (const { id, change } of edits) arrived.push(change.op === 'set' ? String(change.to) : id)
    const results = edits.map(({ id }) => ({ id, outcome: 'done' }))
    const stored = { digest: 'water', bytes: 1 }
    const data = { courseId: 'tea', revision: 1, course: {}, lessons: [], files: [], ...others, results, ...stored }
    return Response.json({ success: true, data })
  })

  const opened = openDraft('reem', 'tea')
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  await opened.addFile(
    { digest: 'water', kind: 'sound', blob: new Blob(), bytesBefore: 1, bytes: 1 },
    'media/water.mp3',
  )
  opened.change({ op: 'set', path: ['course', 'icon'], from: undefined, to: 'water.mp3' })
  await vi.advanceTimersByTimeAsync(MINUTE / 4)
  opened.change({ op: 'set', path: ['course', 'title'], from: undefined, to: 'Green tea' })
  await vi.advanceTimersByTimeAsync(MINUTE / 4)
  expect(asked.slice(asked.indexOf('sounds')).filter(call => call === 'changes').length).toBeGreaterThan(5)
  expect(arrived).toEqual(['Green tea'])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(arrived).toEqual(['Green tea', expect.any(String), 'water.mp3'])
  expect(asked.filter(call => call === 'sounds')).toHaveLength(1)
  expect(opened.get()).toMatchObject({ writing: { pending: [] }, save: { is: 'saved' } })
  opened.close()
})
