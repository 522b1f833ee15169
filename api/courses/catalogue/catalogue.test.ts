import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCourses } from '../../../contract/courses.ts'
import { getLesson } from '../../../contract/lessons.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { newPhone, type Person } from '../../testing-people.ts'
import { courseFolder } from '../testing.ts'

const NOURA = '+971501234567'

const courseYaml = (more: string) => `id: tea\nlanguage: en\ntitle: Tea\ndescription: x\n${more}`

onEachDatabase('The courses in memory', start => {
  /** This server has a beta course, and a course with one normal lesson and one beta lesson. */
  let server: TestServer
  const removals: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const folderWith = (files: Parameters<typeof courseFolder>[0]) =>
      courseFolder(files, remove => removals.push(remove))
    server = await start({ isForAll: true })
    const leaves = 'id: tea-leaves\ntitle: Leaves\nbeta: true\npages: [{ id: a, type: rich-text }]\n'
    await server.importCourse(folderWith({ 'lessons/02-leaves.yaml': leaves }))
    const flour = 'id: bread-flour\ntitle: Flour\npages: [{ id: a, type: rich-text }]\n'
    await server.importCourse(
      folderWith({
        'course.yaml': 'id: bread\nlanguage: en\ntitle: Bread\ndescription: x\nbeta: true\n',
        'lessons/01-water.yaml': flour,
        'lessons/02-leaves.yaml': undefined,
      }),
    )
    await server.services.catalogue.refresh()
  })

  afterAll(() => Promise.all(removals.map(remove => remove())))

  test('every process loads a new course by itself', async () => {
    const server = await start()
    const other = await server.another()
    const noura = await server.signIn(NOURA)
    await server.importCourse(courseFolder())
    const both = () => Promise.all([courseIds(server, noura, ''), courseIds(other, noura, '')])
    await expect.poll(both, { interval: 50 }).toEqual([['tea'], ['tea']])
  })

  test('a load that started before an import is not taken for the new version', async () => {
    const server = await start()
    const { catalogue } = server.services
    const early = catalogue.refresh()
    await server.importCourse(courseFolder())
    await Promise.all([early, catalogue.refresh()])
    expect(catalogue.lessonOf('tea-water')).toMatchObject({ courseId: 'tea', isBeta: false, pageIds: ['start', 'why'] })
    expect(catalogue.lessonOf('__proto__')).toBeUndefined()
  })

  test('while the database is down Noura can go on, and afterwards nothing is missing', async () => {
    const server = await start()
    const { catalogue, db } = server.services
    await server.importCourse(courseFolder())
    await catalogue.refresh()
    await db.schema.alterTable('catalogue').renameTo('away').execute()
    await expect(catalogue.refresh()).rejects.toThrow()
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(catalogue.lessonOf('tea-leaves')).toBeDefined()
    await db.schema.alterTable('away').renameTo('catalogue').execute()
    await server.importCourse(courseFolder({ 'lessons/02-leaves.yaml': undefined }))
    await expect.poll(() => catalogue.lessonOf('tea-leaves')).toBeUndefined()
  })

  test('Salma sees a beta course, and no request of Noura shows any of it', async () => {
    const [noura, salma] = await twoOfThem(server)
    expect(await courseIds(server, salma, '?beta=1')).toEqual(['bread', 'tea'])
    expect(await courseIds(server, salma, '')).toEqual(['tea'])
    expect(await courseIds(server, noura, '?beta=1')).toEqual(['tea'])
    const params = { lessonId: 'bread-flour' }
    expect((await salma.call(getLesson, { params })).data.lesson.id).toBe('bread-flour')
    await expect(noura.call(getLesson, { params })).rejects.toMatchObject({ status: 404, code: 'not-found' })
  })

  test('a beta lesson is missing from the course for others', async () => {
    const [noura, salma] = await twoOfThem(server)
    const lessonsOf = async (person: Person) => {
      const { data } = await person.call(listCourses, { query: { beta: '1' } })
      return data.find(({ id }) => id === 'tea')?.lessons.map(lesson => lesson.id)
    }
    expect(await lessonsOf(salma)).toEqual(['tea-water', 'tea-leaves'])
    expect(await lessonsOf(noura)).toEqual(['tea-water'])
    await expect(noura.call(getLesson, { params: { lessonId: 'tea-leaves' } })).rejects.toMatchObject({ status: 404 })
  })

  test('no other request parameter opens beta courses, even for Salma', async () => {
    const [noura, salma] = await twoOfThem(server)
    for (const query of ['?beta=1&beta=0', '?beta=1&beta=1', '?beta=true', '?beta[]=1', '?beta=0']) {
      for (const person of [noura, salma]) {
        const response = await ask(server, person, query, {})
        expect([200, 400]).toContain(response.status)
        expect(response.body.toString()).not.toContain('bread')
      }
    }
  })

  test('a browser that has the courses gets 304 until they change', async () => {
    const server = await start()
    await server.importCourse(courseFolder())
    await server.services.catalogue.refresh()
    const noura = await server.signIn(NOURA)
    const { headers } = await ask(server, noura, '', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept-Encoding',
      'content-type': 'application/json',
      'content-encoding': 'br',
    })
    const etag = headers.etag as string
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(server, noura, '', { 'accept-encoding': 'br', 'if-none-match': held })
      expect(again).toMatchObject({ status: 304, headers: { etag } })
      expect(again.body.length).toBe(0)
    }
    await server.importCourse(courseFolder({ 'course.yaml': courseYaml('') }))
    await server.services.catalogue.refresh()
    expect((await ask(server, noura, '', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200)
  })

  test('each compression has the same courses and an ETag of its own', async () => {
    const noura = await server.signIn(newPhone())
    const as = (encoding: string) => ask(server, noura, '', { 'accept-encoding': encoding })
    const plain = await as('identity')
    const gzip = await as('br;q=0, gzip')
    const brotli = await as('gzip, deflate, br, zstd')
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  test('courses need a sign-in', async () => {
    await expect(server.call(listCourses, { query: {} })).rejects.toMatchObject({ status: 401 })
    await expect(server.call(getLesson, { params: { lessonId: 'tea' } })).rejects.toMatchObject({ status: 401 })
  })

  test('other spellings of a lesson id find no lesson', async () => {
    const noura = await server.signIn(newPhone())
    const headers = { authorization: `Bearer ${noura.idToken}` }
    const names = [
      '..%2f..%2fetc%2fpasswd',
      '%00',
      '%2e%2e',
      '%2e%2e%2f',
      "'%20or%201=1--",
      '__proto__',
      'x'.repeat(10_000),
    ]
    for (const name of names) {
      const response = await fetch(`${server.origin}/disciple/v2/lessons/${name}`, { headers })
      expect([400, 404, 414]).toContain(response.status)
    }
  })
})

/** Noura, and Salma who can see beta courses. */
async function twoOfThem(server: TestServer): Promise<[noura: Person, salma: Person]> {
  const [noura, salma] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
  await server.services.db.updateTable('users').set({ is_beta: 1 }).where('uid', '=', salma.uid).execute()
  return [noura, salma]
}

async function courseIds(server: TestServer, person: Person, query: string): Promise<string[]> {
  const { body } = await ask(server, person, query, {})
  return JSON.parse(body.toString()).data.map((course: { id: string }) => course.id)
}

type Raw = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }

/** Returns the courses as bytes. It does not use fetch, which would decompress them. */
function ask(server: TestServer, person: Person, query: string, headers: Record<string, string>): Promise<Raw> {
  const url = `${server.origin}/disciple/v2/courses/step-by-step${query}`
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${person.idToken}`, ...headers } }, async response => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode, headers: response.headers, body })
    }).on('error', reject)
  })
}
