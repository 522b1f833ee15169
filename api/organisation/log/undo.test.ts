import { expect, test } from 'vitest'
import { listVersions, publishCourse, rollBackCourse } from '../../../contract/organisation/course-versions.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { courseFolder } from '../../courses/testing.ts'
import { addMentor } from '../../messages/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from '../courses/testing.ts'

const params = { id: 'tea' }

onEachDatabase('What of the log can be undone', start => {
  const linesFor = async ({ call }: Person, action: string, query: object = {}) =>
    (await call(getAuditLog, { query })).data.lines.filter(line => line.action === action)

  test('a role that somebody changed once more cannot, also if a filter hides the later line', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    const give = (owner: Person, { uid }: Person, roles: TeamRole[]) =>
      owner.call(setRoles, { params: { uid }, body: { roles } })
    const lina = await server.signIn('+971507777777')
    await give(reem, omar, ['author', 'owner'])
    await give(reem, lina, ['author'])
    const first = (await linesFor(reem, 'roles-changed')).find(({ subject }) => subject?.uid === lina.uid)
    expect(first).toBeDefined()
    expect(first?.isOutdated).toBeUndefined()
    server.clock.advance(60_000)
    await give(omar, lina, ['coordinator'])
    const seen = (await linesFor(reem, 'roles-changed')).filter(({ subject }) => subject?.uid === lina.uid)
    expect(seen.map(({ isOutdated }) => isOutdated)).toEqual([undefined, true])
    const filtered = await linesFor(reem, 'roles-changed', { uid: reem.uid })
    expect(filtered.find(({ id }) => id === first?.id)?.isOutdated).toBe(true)
    expect(filtered.some(({ actor }) => actor?.uid === omar.uid)).toBe(false)
  })

  test('roles and a limit of one act are one line, which a later limit ends', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    const { id } = await addMentor(server, 'Huda Kamel', '+971507000009')
    const body = { roles: ['coordinator'] as TeamRole[], limitedTo: [id] }
    await reem.call(setRoles, { params: { uid: omar.uid }, body })
    const about = async () =>
      (await reem.call(getAuditLog, { query: { uid: omar.uid, group: 'team' } })).data.lines
        .slice(0, 2)
        .map(({ action, details: { limitTo }, isOutdated = false }) => [action, limitTo, isOutdated])
    expect((await about())[0]).toEqual(['roles-changed', String(id), false])
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { limitedTo: null } })
    expect(await about()).toEqual([
      ['roles-limited', undefined, false],
      ['roles-changed', String(id), true],
    ])
  })

  test('the last publish of a course can, an earlier one or one that was rolled back cannot', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const publish = async (from: string, to: string) => {
      const desk = atDesk(omar, 'tea')
      await desk.look()
      const { revision } = await desk.write({ op: 'set', path: ['course', 'title'], from, to })
      const version = (await omar.call(listVersions, { params })).data[0]?.number ?? null
      await omar.call(publishCourse, { params, body: { to: 'everybody', revision, version } })
    }
    await publish('A cup of tea', 'Tea')
    await publish('Tea', 'More tea')
    const state = async () =>
      (await linesFor(reem, 'course-published')).map(({ details, isOutdated }) => [
        details.version,
        details.isNew,
        isOutdated,
      ])
    expect(await state()).toEqual([
      [3, true, undefined],
      [2, true, true],
    ])
    await omar.call(rollBackCourse, { params, body: { to: 2, version: 3 } })
    expect(await state()).toEqual([
      [3, true, true],
      [2, true, true],
    ])
  })
})
