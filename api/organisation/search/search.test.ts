import { expect, test } from 'vitest'
import { searchEverything } from '../../../contract/organisation/search/search.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
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
})
