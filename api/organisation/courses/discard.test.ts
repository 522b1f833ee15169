import { expect, test } from 'vitest'
import { importAsDraft } from '../../../contract/organisation/course-files.ts'
import { listVersions, publishCourse, rollBackCourse } from '../../../contract/organisation/course-versions.ts'
import { listOrgCourses } from '../../../contract/organisation/courses.ts'
import { discardDraft, editDraft } from '../../../contract/organisation/drafts.ts'
import { DAY, HOUR } from '../../../contract/time.ts'
import { courseFolder } from '../../courses/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from './testing.ts'

const params = { id: 'tea' }
const TITLE = ['course', 'title']

onEachDatabase('A draft that is thrown away', start => {
  test('Omar throws a draft away, Reem reads whose doing it was, and takes it back within a day', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const [omars, reems] = [atDesk(omar, 'tea'), atDesk(reem, 'tea')]
    await omars.look()
    await omars.write({ op: 'set', path: TITLE, from: 'A cup of tea', to: 'Tea' })
    const seen = await omars.look()
    await reems.look()
    await reems.write({ op: 'set', path: ['lessons', 'tea-water', 'title'], from: 'The water', to: 'Water' })

    // Omar cannot throw away what Reem has written since he looked.
    const { revision } = seen
    await expect(omar.call(discardDraft, { params, body: { revision } })).rejects.toMatchObject({
      code: 'courses/changed-meanwhile',
    })
    const written = await omars.look()
    await omar.call(discardDraft, { params, body: { revision: written.revision } })
    const published = await reems.look()
    expect(published).toMatchObject({ isUnchanged: true, course: { title: 'A cup of tea' } })
    expect(published.setAside).toMatchObject({ because: 'discarded', by: { uid: omar.uid } })
    expect((await omar.call(listOrgCourses, {})).data.courses).toMatchObject([{ id: 'tea', draft: null }])

    server.clock.advance(DAY - HOUR)
    const importId = published.setAside?.importId ?? ''
    const [reemLater, omarLater] = [await server.signIn('+971505555555'), await server.signIn('+971506666666')]
    await reemLater.call(importAsDraft, { params: { importId }, body: { replaces: true } })
    const back = await atDesk(omarLater, 'tea').look()
    expect(back).toMatchObject({ baseVersion: 1, course: { title: 'Tea' }, lessons: written.lessons })
    expect(back.setAside).toBeUndefined()
    // The next version counts as written in the app, not as imported from a file.
    await omarLater.call(publishCourse, { params, body: { to: 'everybody', revision: back.revision, version: 1 } })
    expect((await omarLater.call(listVersions, { params })).data[0]).toMatchObject({ number: 2, kind: 'publish' })
  })

  test('what Reem writes after it is not lost when Omar takes his draft back, and after a day there is nothing to take', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const [omars, reems] = [atDesk(omar, 'tea'), atDesk(reem, 'tea')]
    await omars.look()
    await omars.write({ op: 'set', path: TITLE, from: 'A cup of tea', to: 'Tea' })
    const { revision } = await omars.look()
    await omar.call(discardDraft, { params, body: { revision } })
    await reems.look()
    await reems.write({ op: 'set', path: TITLE, from: 'A cup of tea', to: 'Green tea' })
    const { setAside } = await omars.look()
    await omar.call(importAsDraft, { params: { importId: setAside?.importId ?? '' }, body: { replaces: true } })
    const reemsDraft = (await reems.look()).setAside
    expect(reemsDraft).toMatchObject({ because: 'taken-back', by: { uid: omar.uid } })
    await reem.call(importAsDraft, { params: { importId: reemsDraft?.importId ?? '' }, body: { replaces: true } })
    expect((await reems.look()).course.title).toBe('Green tea')
    server.clock.advance(DAY)
    const later = await server.signIn('+971506666666')
    expect((await atDesk(later, 'tea').look()).setAside).toBeUndefined()
  })

  test('texts that waited for a choice are earlier texts of their page once the draft is gone', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const [omars, reems] = [atDesk(omar, 'tea'), atDesk(reem, 'tea')]
    await omars.look()
    await reems.look()
    await omars.write({ op: 'set', path: TITLE, from: 'A cup of tea', to: 'Tea' })
    await reems.write({ op: 'set', path: TITLE, from: 'A cup of tea', to: 'Good tea' })
    const { revision, conflicts } = await omars.look()
    expect(conflicts).toMatchObject([{ settledAt: null }])
    await omar.call(discardDraft, { params, body: { revision } })
    expect((await omars.look()).conflicts).toMatchObject([
      { settledAt: expect.any(Number), other: { value: 'Good tea', by: { uid: reem.uid } } },
    ])
  })

  test('a draft that began before somebody went back says so, and can be published over it', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    await writeAndPublish(reem, 'A cup of tea', 'Tea')
    const desk = atDesk(omar, 'tea')
    await desk.look()
    await desk.write({ op: 'set', path: TITLE, from: 'Tea', to: 'Green tea' })
    await reem.call(rollBackCourse, { params, body: { to: 1, version: 2 } })
    const { revision, baseVersion, version } = await desk.look()
    expect({ baseVersion, version }).toEqual({ baseVersion: 2, version: 3 })
    const body = { to: 'everybody', revision } as const
    await expect(omar.call(publishCourse, { params, body: { ...body, version: 2 } })).rejects.toMatchObject({
      code: 'courses/changed-meanwhile',
    })
    await omar.call(publishCourse, { params, body: { ...body, version: 3 } })
    expect((await omar.call(listVersions, { params })).data[0]?.number).toBe(4)
  })
})

async function writeAndPublish(person: Person, from: string, to: string): Promise<void> {
  const desk = atDesk(person, 'tea')
  const { revision: since, version } = await desk.look()
  const edits = [{ id: crypto.randomUUID(), at: 1, change: { op: 'set' as const, path: TITLE, from, to } }]
  const { revision } = (await person.call(editDraft, { params, body: { since, edits } })).data
  await person.call(publishCourse, { params, body: { to: 'everybody', revision, version } })
}
