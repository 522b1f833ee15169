import { expect, test } from 'vitest'
import { getLesson, logPage } from '../../contract/lessons.ts'
import { DAY } from '../../contract/time.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { courseFolder } from './testing.ts'

onEachDatabase('versions of a course', start => {
  async function startWithTea() {
    const server = await start()
    server.clock.stop()
    await importTea(server)
    return { server, noura: await server.signIn('+971501234567') }
  }

  async function importTea(server: TestServer, files: Record<string, string> = {}): Promise<void> {
    await server.importCourse(courseFolder(files))
    await server.services.catalogue.refresh()
  }

  const OTHER_LEAVES = {
    'lessons/02-leaves.yaml': `id: tea-leaves
title: The leaves
pages:
  - id: which
    type: multichoice
    options:
      answers:
        - { id: green, text: Green tea, isCorrect: true }
        - { id: black, text: Black }
`,
  }

  function versionsOf({ services: { db } }: TestServer) {
    return db
      .selectFrom('course_versions')
      .select(['number', 'made_at', 'content'])
      .where('course_id', '=', 'tea')
      .orderBy('number')
      .execute()
  }

  async function give(who: Person, entry: object = {}): Promise<void> {
    const body = { userId: who.uid, pageId: 'which', pageNumber: 1, answer: 'green', ...entry }
    await who.call(logPage, { params: { lessonId: 'tea-leaves' }, body })
  }

  async function versionGiven({ services: { db } }: TestServer, who: Person) {
    const row = await db
      .selectFrom('page_answers')
      .select('course_version')
      .where('uid', '=', who.uid)
      .executeTakeFirstOrThrow()
    return row.course_version
  }

  test('each changed import is one, with its content; the same files again are none', async () => {
    const { server } = await startWithTea()
    await importTea(server)
    expect((await versionsOf(server)).map(({ number }) => number)).toEqual([1])
    await importTea(server, OTHER_LEAVES)
    await importTea(server)
    const versions = await versionsOf(server)
    expect(versions.map(({ number, content }) => [number, content.includes('Green tea')])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
    expect(new Set(versions.map(({ made_at }) => made_at)).size).toBe(3)
  })

  test('an answer names the version in which it was given first', async () => {
    const { server, noura } = await startWithTea()
    await give(noura)
    expect(await versionGiven(server, noura)).toBe(1)
    await importTea(server, OTHER_LEAVES)
    await give(noura)
    expect(await versionGiven(server, noura)).toBe(1)
    server.clock.advance(DAY / 48)
    const yousef = await server.signIn('+971507654321')
    await give(yousef)
    expect(await versionGiven(server, yousef)).toBe(2)
  })

  test('an answer given offline names the version that was on the phone', async () => {
    const { server, noura } = await startWithTea()
    const { data } = await noura.call(getLesson, { params: { lessonId: 'tea-leaves' } })
    const { changedAt: lessonChangedAt } = data.lesson
    await importTea(server, OTHER_LEAVES)
    server.clock.advance(DAY / 48)
    await give(noura, { answeredAt: server.clock.now(), lessonChangedAt })
    expect(await versionGiven(server, noura)).toBe(1)
  })

  test('an answer of an earlier client names the version of its time, also when it comes late', async () => {
    const { server, noura } = await startWithTea()
    const answeredAt = server.clock.now()
    server.clock.advance(DAY / 48)
    await importTea(server, OTHER_LEAVES)
    await give(noura, { answeredAt })
    expect(await versionGiven(server, noura)).toBe(1)
  })
})
