import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allCalls, namedCalls } from '../../contract/all-calls.ts'
import { listCourses } from '../../contract/courses.ts'
import { getLesson } from '../../contract/lessons.ts'
import { buildApp } from '../app.ts'
import { onSqlite } from '../testing.ts'
import { describeCalls, type Registered } from './openapi.ts'
import { OTHER_ROUTES } from './other-routes.ts'
import { expectDescribed } from './testing-replies.ts'

/** What browsers load to show the app, and the page behind a link in a text. */
const WEB_FILES = [
  '/no-more/:code',
  '/',
  '/*',
  '/assets/*',
  '/manifest.webmanifest',
  '/worker.js',
  '/share-target',
  '/lesson-file',
  '*',
]

onSqlite('the description of the calls', start => {
  test('has each route of the server, and the server has each of its calls', async () => {
    const { services, origin } = await start({ env: { METRICS_TOKEN: 'a-token-for-the-metrics' } })
    const { registered } = await buildApp(services)
    const description = await (await fetch(`${origin}/openapi.json`)).json()
    const described = Object.entries(description.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    )
    const routes = registered.filter(({ url }) => !WEB_FILES.includes(url)).map(nameOf)
    expect(described.toSorted()).toEqual([...new Set(routes)].toSorted())
    expect(described, 'serve each call (app.test.ts names those that nobody serves)').toHaveLength(
      allCalls.length + Object.keys(OTHER_ROUTES).length,
    )
  })

  test('leaves out what the settings switch off', async () => {
    const { origin } = await start({ env: { MESSENGER_ENABLED: 'no' } })
    const { paths } = await (await fetch(`${origin}/openapi.json`)).json()
    expect(paths).toHaveProperty(['/identity/v1/sendCode'])
    expect(paths).not.toHaveProperty(['/messenger/v2/send'])
    expect(paths).not.toHaveProperty(['/metrics'])
  })

  test('fits the replies that are sent as bytes', async () => {
    const server = await start()
    await server.importCourse('courses/first-steps-en')
    const { call } = await server.signIn('+971501234567')
    const courses = await call(listCourses, { query: {} })
    expectDescribed(listCourses, courses)
    for (const { id } of courses.data[0]?.lessons ?? [])
      expectDescribed(getLesson, await call(getLesson, { params: { lessonId: id } }))
    expect(() => expectDescribed(listCourses, { ...courses, more: 1 })).toThrow(/additional properties/)
  })
})

test('every call has a name of its own', () => {
  const names = namedCalls.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('every reference leads to a part of the description', () => {
  const text = JSON.stringify(describeCalls(allCalls.map(({ method, path }) => ({ method, url: path }))))
  const { components } = JSON.parse(text)
  const references = [
    ...new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, a, b]) => [a, b])),
  ]
  expect(references.length).toBeGreaterThan(10)
  for (const [part, name] of references) expect(components[part as string]).toHaveProperty([name as string])
})

test('the calls that list Idempotency-Key are those whose handlers read it', () => {
  const sources = globSync('api/**/*.ts', { exclude: ['**/*.test.ts'] }).map(file => readFileSync(file, 'utf8'))
  const handlers = sources.flatMap(source => source.split(/\n +(?=serve(?:Bytes)?\()/).slice(1))
  const reading = handlers
    .filter(handler => handler.includes('idempotencyKeyIn('))
    .map(handler => /\((?:\w+\.)?(\w+?)(?:Call)?,/.exec(handler)?.[1])
  // These functions read the key for each call: the compiler lets them serve only calls that list the header.
  const acts = sources.flatMap(source =>
    [...source.matchAll(/\bserve(?:Act|OnPerson)\((?:\w+|\{[^}]*\}), (?:\w+\.)?(\w+),/g)].map(([, name]) => name),
  )
  const listed = namedCalls.filter(({ endpoint }) => endpoint.headers?.includes('Idempotency-Key') && !endpoint.form)
  expect([...reading, ...acts].toSorted()).toEqual(listed.map(({ name }) => name).toSorted())
})

function nameOf({ method, url }: Registered): string {
  return `${method} ${url.replace(/:(\w+)/g, '{$1}').replace('*', '{filename}')}`
}
