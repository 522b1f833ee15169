import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  closeRequest,
  getPublishRequest,
  listVersions,
  publishCourse,
  sendBackRequest,
} from '../../../../contract/organisation/course-versions.ts'
import { discardDraft } from '../../../../contract/organisation/drafts.ts'
import { getOrgHome } from '../../../../contract/organisation/home.ts'
import { changeOrgSettings } from '../../../../contract/organisation/settings.ts'
import { setRoles } from '../../../../contract/organisation/team.ts'
import { listRequestsCommand } from '../../../commands/courses/drafts.ts'
import { publishCourseCommand } from '../../../commands/courses/withdraw-course.ts'
import { settingsCommand } from '../../../commands/organisation/settings.ts'
import { courseFolder } from '../../../courses/testing.ts'
import { onEachDatabase, onPostgres, type Start } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { nameIt, PHONES } from '../../people/testing.ts'
import { discard } from '../course-acts.ts'
import { atDesk, startWithAuthors } from '../testing.ts'

const params = { id: 'tea' }

onEachDatabase('A second person publishes', start => {
  test('Omar asks, Lina sees what he asked and that it changed since, and publishes; Omar is told', async () => {
    const { omar, lina, reem } = await startWithSecond(start)
    expect(await publish(omar, 'Shorter title')).toEqual({ version: null, isAsked: true })
    expect(await newestVersion(omar)).toBe(1)
    expect(await itemsOf(omar)).toEqual([])
    const item = { kind: 'publish-request', courseId: 'tea', title: 'Tea' }
    for (const person of [lina, reem]) expect(await itemsOf(person)).toMatchObject([item])
    expect(await requestOf(lina)).toMatchObject({
      isMine: false,
      to: 'everybody',
      reason: 'Shorter title',
      isChanged: false,
    })
    // Omar cannot publish the draft himself, however often he presses.
    expect(await publish(omar)).toMatchObject({ isAsked: true })
    await write(omar, 'title', 'Tea', 'Good tea')
    expect(await requestOf(lina)).toMatchObject({ isChanged: true, reason: 'Shorter title' })
    expect(await publish(lina)).toEqual({ version: 2 })
    expect(await itemsOf(lina)).toEqual([])
    expect(await itemsOf(omar)).toMatchObject([{ kind: 'publish-answered', outcome: 'published' }])
    expect((await requestOf(omar))?.answer).toMatchObject({ outcome: 'published', by: { uid: lina.uid } })
    await omar.call(closeRequest, { params })
    expect(await itemsOf(omar)).toEqual([])
  })

  test('Lina wrote after Omar asked: her press asks for somebody else to publish, and Omar, who sees it, does', async () => {
    const { omar, lina } = await startWithSecond(start)
    await write(lina, 'title', 'Tea', 'Black tea')
    await publish(omar, 'Shorter title')
    expect(await requestOf(lina)).toMatchObject({ hasOwnEdits: false })
    await write(lina, 'title', 'Black tea', 'Green tea')
    expect(await requestOf(lina)).toMatchObject({ hasOwnEdits: true, isChanged: true })
    expect(await publish(lina)).toEqual({ version: null, isAsked: true })
    expect(await newestVersion(omar)).toBe(1)
    expect(await itemsOf(lina)).toEqual([])
    expect(await itemsOf(omar)).toMatchObject([{ kind: 'publish-request' }])
    expect(await requestOf(omar)).toMatchObject({ isMine: false, hasOwnEdits: false, reason: 'Shorter title' })
    expect(await publish(omar)).toEqual({ version: 2 })
    expect((await requestOf(lina))?.answer).toMatchObject({ outcome: 'published', by: { uid: omar.uid } })
  })

  test('Omar has no name: Reem, who sees the numbers of the team, reads his; Lina, an author, does not', async () => {
    const { omar, lina, reem } = await startWithSecond(start)
    await publish(omar)
    expect(await itemsOf(reem)).toMatchObject([{ kind: 'publish-request', by: PHONES.omar }])
    expect(await itemsOf(lina)).toMatchObject([{ kind: 'publish-request', by: null }])
    await nameIt(omar, 'Omar')
    for (const person of [reem, lina]) expect(await itemsOf(person)).toMatchObject([{ by: 'Omar' }])
  })

  test('Reem sends it back with a line why; Omar reads it and asks once more; all of it is in the log', async () => {
    const { omar, lina, reem, actions } = await startWithSecond(start)
    await publish(omar)
    const why = 'The second page has no picture'
    await expect(omar.call(sendBackRequest, { params, body: { why } })).rejects.toMatchObject({ status: 403 })
    await expect(reem.call(sendBackRequest, { params, body: { why: ' ' } })).rejects.toMatchObject({ status: 400 })
    await reem.call(sendBackRequest, { params, body: { why } })
    await expect(lina.call(sendBackRequest, { params, body: { why } })).rejects.toMatchObject({ status: 404 })
    expect(await itemsOf(lina)).toEqual([])
    expect(await itemsOf(omar)).toMatchObject([{ kind: 'publish-answered', outcome: 'returned', why }])
    // Only Omar reads the answer to him.
    expect(await requestOf(lina)).toBeNull()
    expect(await publish(omar, 'With a picture')).toMatchObject({ isAsked: true })
    expect((await requestOf(omar))?.answer).toBeNull()
    await expect(lina.call(closeRequest, { params })).rejects.toMatchObject({ status: 403 })
    await omar.call(closeRequest, { params })
    expect(await requestOf(lina)).toBeNull()
    expect(await actions()).toEqual([
      'course-publish-asked',
      'course-publish-returned',
      'course-publish-asked',
      'course-publish-closed',
    ])
  })

  test('what nobody has seen is not asked for, and a discarded draft takes its request along', async () => {
    const { omar, lina } = await startWithSecond(start)
    const { revision } = await atDesk(omar, 'tea').look()
    await write(lina, 'title', 'Tea', 'Good tea')
    const body = { to: 'everybody', revision, version: 1 } as const
    await expect(omar.call(publishCourse, { params, body })).rejects.toMatchObject({
      code: 'courses/changed-meanwhile',
    })
    await publish(omar)
    const draft = await atDesk(lina, 'tea').look()
    await lina.call(discardDraft, { params, body: { revision: draft.revision } })
    expect(await requestOf(lina)).toBeNull()
  })

  test('the operator sees what Omar asks and publishes it by a command; Omar is told, and asks no longer', async () => {
    const { server, omar, lina } = await startWithSecond(start)
    const { db, config } = server.services
    const printed: string[] = []
    const operator = { db, config, print: (line: string) => printed.push(line) }
    await publish(omar, 'Shorter title')
    await listRequestsCommand.run({ ...operator, words: [] })
    expect(printed[0]).toMatch(/^tea {2}for everybody {2}.*Shorter title$/)
    await publishCourseCommand.run({ ...operator, words: ['tea', '--draft'] })
    expect(await newestVersion(omar)).toBe(2)
    expect(await itemsOf(lina)).toEqual([])
    expect((await requestOf(omar))?.answer).toMatchObject({ outcome: 'published', by: { uid: null } })
    await listRequestsCommand.run({ ...operator, words: [] })
    expect(printed.at(-1)).toBe('No author asks for a second person.')
  })

  test('without the switch an author publishes alone, and the command turns it like the button', async () => {
    const { server, omar, lina, reem } = await startWithSecond(start)
    await publish(omar)
    const off = { name: 'secondPublisher', from: true, to: false } as const
    await expect(omar.call(changeOrgSettings, { body: { changes: [off] } })).rejects.toMatchObject({ status: 403 })
    await reem.call(changeOrgSettings, { body: { changes: [off] } })
    expect((await omar.call(getPublishRequest, { params })).data.isNeeded).toBe(false)
    expect(await publish(omar)).toEqual({ version: 2 })
    // After he has published, Omar's own request is gone.
    expect(await itemsOf(lina)).toEqual([])
    const { db, config } = server.services
    const type = (value: string) =>
      settingsCommand.run({ db, config, words: ['secondPublisher', value], print: () => undefined })
    await expect(type('yes')).rejects.toThrow('Write on or off')
    await type('on')
    await write(omar, 'title', 'Tea', 'Best tea')
    expect(await publish(omar)).toMatchObject({ isAsked: true })
  })
})

onPostgres('Publishing', start => {
  test('Lina discards a draft while it is published: Omar reads that it was changed, not that its files are unknown', async () => {
    const { server, omar } = await startWithAuthors(start)
    const { db } = server.services
    await server.importCourse(courseFolder())
    await write(omar, 'title', 'A cup of tea', 'Tea')
    const { revision } = await atDesk(omar, 'tea').look()
    const version = (await newestVersion(omar)) ?? null
    const { published } = await db.transaction().execute(async trx => {
      // Omar's request reads the draft, and then waits for its files.
      await sql`lock table draft_files in access exclusive mode`.execute(trx)
      const body = { to: 'everybody', revision, version } as const
      const published = omar.call(publishCourse, { params, body }).catch(error => error.code)
      const waiting = sql`select 1 from pg_locks where relation = 'draft_files'::regclass and not granted`
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0)
      await discard(trx, { id: 'tea', revision, uid: null }, server.clock.now())
      // The promise is in an object, because the transaction would wait for a bare promise.
      return { published }
    })
    expect(await published).toBe('courses/changed-meanwhile')
  })
})

async function startWithSecond(start: Start) {
  const { server, reem, omar } = await startWithAuthors(start)
  const lina = await server.signIn('+971507777777')
  await reem.call(setRoles, { params: { uid: lina.uid }, body: { roles: ['author'] } })
  await server.importCourse(courseFolder())
  await write(omar, 'title', 'A cup of tea', 'Tea')
  const on = { name: 'secondPublisher', from: false, to: true } as const
  await reem.call(changeOrgSettings, { body: { changes: [on] } })
  const actions = async () => {
    const rows = await server.services.db.selectFrom('audit_log').select('action').orderBy('id').execute()
    return rows.map(({ action }) => action).filter(action => action.startsWith('course-publish-'))
  }
  return { server, reem, omar, lina, actions }
}

async function write(person: Person, field: string, from: string, to: string) {
  const desk = atDesk(person, 'tea')
  await desk.look()
  await desk.write({ op: 'set', path: ['course', field], from, to })
}

async function newestVersion({ call }: Person): Promise<number | undefined> {
  return (await call(listVersions, { params })).data[0]?.number
}

async function publish(person: Person, reason?: string) {
  const { revision } = await atDesk(person, 'tea').look()
  const version = (await newestVersion(person)) ?? null
  const body = { to: 'everybody', revision, version, ...(reason ? { reason } : {}) } as const
  return (await person.call(publishCourse, { params, body })).data
}

async function itemsOf({ call }: Person) {
  const { items } = (await call(getOrgHome, {})).data
  return items.filter(({ kind }) => kind.startsWith('publish-'))
}

async function requestOf({ call }: Person) {
  return (await call(getPublishRequest, { params })).data.request
}
