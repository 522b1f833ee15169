import { expect, test } from 'vitest'
import { getPreparedData } from '../../../contract/account.ts'
import { getUpdates } from '../../../contract/messages.ts'
import { listDraftChanges } from '../../../contract/organisation/drafts.ts'
import { makeMergeLink, prepareData } from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { courseFolder } from '../../courses/testing.ts'
import { send } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk } from '../courses/testing.ts'
import { limit, startWithOmar, type World, wait } from './testing.ts'

const NOT_FOUND = { status: 404, code: 'not-found' }
const waitOf = (seconds: number) => ({ headers: { Prefer: `wait=${seconds}` } })

onEachDatabase('At the moment at which a limit is set', start => {
  /** Waits until a long poll has begun. By then it has read the roles, before the next step changes them. */
  const isWaiting = ({ services: { hub } }: TestServer) => expect.poll(() => hub.subscribers()).toBeGreaterThan(0)

  const fileOf = async ({ server }: World, { idToken }: Person, report: string) => {
    const url = `${server.origin}/org/v1/reports/${report}?format=csv&reader=en`
    const response = await fetch(url, { headers: { authorization: `Bearer ${idToken}` } })
    return { status: response.status, text: await response.text() }
  }

  test('the address of a file that Omar has saved a moment ago gives him nobody out of reach', async () => {
    const world = await startWithOmar(start, { LIMIT_FACTOR: '100' })
    const { reem, omar, noura, yousef, salmaId, kareemId, hudaId } = world
    await limit(reem, omar, null)
    await wait(world, noura, salmaId)
    await wait(world, yousef, hudaId)
    const reports = ['voices', 'mentors']
    for (const report of reports) expect((await fileOf(world, omar, report)).text).toMatch(/Hidden/)
    await limit(reem, omar, [salmaId, kareemId])
    for (const report of reports) {
      const { status, text } = await fileOf(world, omar, report)
      expect([status, text]).toEqual([200, expect.not.stringContaining('Hidden')])
      expect(text).toMatch(/Salma/)
    }
  })

  test('a file that was prepared for somebody is no way round it, neither before nor after', async () => {
    const { reem, omar, yousef, salmaId } = await startWithOmar(start)
    await limit(reem, omar, null)
    const { token } = (await reem.call(prepareData, { params: { uid: yousef.uid } })).data
    const open = (who: Person) => who.call(getPreparedData, { query: { token } })
    await expect(open(omar)).rejects.toMatchObject({ status: 403 })
    await limit(reem, omar, [salmaId])
    await expect(open(omar)).rejects.toMatchObject({ status: 403 })
    expect(await open(yousef)).toBeInstanceOf(Blob)
  })

  test('an act that Omar repeats with the key of before is refused like a new one', async () => {
    const { reem, omar, yousef, salmaId } = await startWithOmar(start)
    await limit(reem, omar, null)
    const params = { uid: yousef.uid }
    const link = (idempotencyKey: string) => omar.call(makeMergeLink, { params }, { idempotencyKey })
    const key = '7c0a4b0e-52a5-4d5c-9c53-0a6a3a0f8c11'
    await link(key)
    await limit(reem, omar, [salmaId])
    for (const again of [key, '7c0a4b0e-52a5-4d5c-9c53-0a6a3a0f8c12'])
      await expect(link(again)).rejects.toMatchObject(NOT_FOUND)
  })

  test('a poll of messages that waits brings nothing of people out of reach', async () => {
    const { server, reem, omar, yousef, huda, hudaId, salmaId } = await startWithOmar(start)
    await limit(reem, omar, null)
    const before = (await omar.call(getUpdates, { query: {} })).data
    const waiting = omar.call(getUpdates, { query: { state: before.state } }, waitOf(3))
    await isWaiting(server)
    await limit(reem, omar, [salmaId])
    await send(yousef, hudaId, 'A secret of Yousef')
    await send(huda, yousef.uid, 'A secret of Huda')
    expect(JSON.stringify(await waiting)).not.toMatch(/secret|Hidden/)
  })

  test('a poll of a draft that waits ends for an author whose role is taken away, and brings no edit', async () => {
    const { server, reem, omar } = await startWithOmar(start)
    const give = (roles: ('author' | 'coordinator')[]) =>
      reem.call(setRoles, { params: { uid: omar.uid }, body: { roles } })
    await give(['author', 'coordinator'])
    await server.importCourse(courseFolder())
    const params = { id: 'tea' }
    const { revision } = await atDesk(omar, 'tea').look()
    const desk = atDesk(reem, 'tea')
    await desk.look()
    const first = omar.call(listDraftChanges, { params, query: { since: String(revision) } }, waitOf(20))
    await isWaiting(server)
    await desk.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea for all' })
    expect(JSON.stringify(await first), 'with the role he hears of it').toContain('Tea for all')
    const since = String(revision + 1)
    const { state } = (await omar.call(listDraftChanges, { params, query: { since } })).data
    const waiting = omar.call(listDraftChanges, { params, query: { since, state } }, waitOf(20))
    await isWaiting(server)
    const refused = expect(waiting).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await give(['coordinator'])
    await desk.write({ op: 'set', path: ['course', 'title'], from: 'Tea for all', to: 'Not for Omar' })
    await refused
  })
})
