import { expect, test } from 'vitest'
import { withdrawCourse } from '../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { searchEverything } from '../../../contract/organisation/search/search.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from '../courses/testing.ts'
import { nameIt, startWithTeam } from '../people/testing.ts'

onEachDatabase('One search for everything', start => {
  test('finds people, courses and pages in any spelling, and only what the roles may see', async () => {
    const { server, reem, noura, yousef } = await startWithTeam(start)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    await nameIt(noura, 'أحمد هبة')
    const find = async ({ call }: Person, q: string) => (await call(searchEverything, { query: { q } })).data
    const amal = await server.signIn('+962790123456')
    for (const q of ['احمد', 'هبه أَحمد', 'هــبة'])
      expect((await find(reem, q)).people, q).toMatchObject([{ uid: noura.uid, name: 'أحمد هبة' }])
    for (const q of ['+٩٦٢ ٧٩ ٠١٢٣٤٥٦', '079 012 3456', '00962790123456'])
      expect((await find(reem, q)).people, q).toMatchObject([{ uid: amal.uid, phoneNumber: '+962790123456' }])
    expect(await find(reem, 'FIRST aid')).toMatchObject({ people: [], courses: [{ title: 'First aid at home' }] })
    const { pages } = await find(reem, 'cut')
    expect(pages.length).toBeGreaterThan(0)
    expect(pages[0]).toMatchObject({ courseTitle: 'First aid at home', title: expect.stringMatching(/cut/i) })
    expect(await find(reem, 'nothing like it')).toEqual({ people: [], courses: [], pages: [] })
    await expect(find(reem, ' ')).rejects.toMatchObject({ code: 'bad-request' })

    const give = (roles: TeamRole[]) => reem.call(setRoles, { params: { uid: yousef.uid }, body: { roles } })
    await expect(find(yousef, 'احمد')).rejects.toMatchObject({ status: 403 })
    await give(['author'])
    expect((await find(yousef, 'احمد')).people, 'authors see no people').toEqual([])
    expect((await find(yousef, 'cut')).pages).toEqual(pages)
    await give(['coordinator'])
    expect((await find(yousef, 'احمد')).people).toHaveLength(1)
    expect(await find(yousef, 'first aid')).toMatchObject({ courses: [{ id: 'first-aid-en' }], pages: [] })
  })

  test('finds pages as authors write them, of a new course, of a draft and of a withdrawn course', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    const titles = async (q: string) => (await omar.call(searchEverything, { query: { q } })).data.pages
    const { id } = (await omar.call(createCourse, { body: { title: 'Mint tea', language: 'en' } })).data
    const desk = atDesk(omar, id)
    const { lessons } = await desk.look()
    const path = ['lessons', lessons[0]?.key as string, 'pages']
    const page = { id: 'leaves', type: 'rich-text', textContent: '# Fresh **leaves**\n\nOf mint.' }
    await desk.write({ op: 'insert', path, value: page, after: null })
    const of = { courseId: id, courseTitle: 'Mint tea', lessonId: path[1] }
    expect(await titles('fresh leaves')).toMatchObject([{ id: 'leaves', title: 'Fresh leaves', ...of }])
    await desk.write({
      op: 'set',
      path: [...path, 'leaves', 'textContent'],
      from: page.textContent,
      to: '# Dry leaves',
    })
    expect(await titles('fresh leaves')).toEqual([])
    expect(await titles('dry leaves')).toHaveLength(1)

    const found = (await titles('cut'))[0]
    const aid = atDesk(omar, 'first-aid-en')
    await aid.look()
    await aid.write({ op: 'remove', path: ['lessons', found?.lessonId as string, 'pages', found?.id as string] })
    expect(await titles('cut'), 'the draft does not have it').not.toContainEqual(found)
    await aid.write({ op: 'set', path: ['course', 'title'], from: 'First aid at home', to: 'Help at home' })
    const { courses } = (await omar.call(searchEverything, { query: { q: 'first aid' } })).data
    expect(courses, 'learners know it by this title').toMatchObject([{ id: 'first-aid-en' }])

    await reem.call(withdrawCourse, { params: { id: 'first-aid-en' }, body: { mayFinish: true } })
    await server.services.catalogue.refresh()
    const rests = (await omar.call(searchEverything, { query: { q: 'help at home' } })).data
    expect(rests.courses).toMatchObject([{ id: 'first-aid-en' }])
  })
})
