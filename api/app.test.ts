import { expect, test } from 'vitest'
import { allCalls } from '../contract/all-calls.ts'
import { listOrgCourses } from '../contract/organisation/courses.ts'
import { getTeam } from '../contract/organisation/team.ts'
import { buildApp } from './app.ts'
import { onSqlite } from './testing.ts'

onSqlite('the server', start => {
  test('has a route for every call of the contract', async () => {
    const { services } = await start()
    const app = await buildApp(services)
    expect(app.hasRoute({ method: 'GET', url: '/nowhere' })).toBe(false)
    const missing = allCalls.filter(({ method, path }) => !app.hasRoute({ method, url: path }))
    expect(
      missing.map(({ method, path }) => `${method} ${path}`),
      'serve it in the routes of its noun',
    ).toEqual([])
  })

  test('has a handler for every call whose code it loads later', async () => {
    const { services } = await start()
    const app = await buildApp(services)
    for (const call of [getTeam, listOrgCourses]) {
      const reply = await app.inject({ method: call.method, url: call.path })
      expect(reply.statusCode, 'its log line names what is missing in api/organisation/routes.ts').toBe(401)
    }
  })
})
