import { expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { listCourses } from '../../../contract/courses.ts'
import { getLesson, logPage } from '../../../contract/lessons.ts'
import {
  deleteCourse,
  getEffects,
  listVersions,
  orderCourses,
  publishCourse,
  rollBackCourse,
  withdrawCourse,
} from '../../../contract/organisation/course-versions.ts'
import { createCourse, listOrgCourses } from '../../../contract/organisation/courses.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { setPersonBeta } from '../../../contract/organisation/person-acts.ts'
import { courseFolder } from '../../courses/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from './testing.ts'

const ID = 'tea'
const params = { id: ID }
const NOURA = '+971501234567'
const WATER = ['lessons', 'tea-water', 'pages']

onEachDatabase('Versions of a course', start => {
  async function startWithTea(files = {}) {
    const cast = await startWithAuthors(start)
    await cast.server.importCourse(courseFolder(files))
    await cast.server.services.catalogue.refresh()
    return { ...cast, desk: atDesk(cast.omar, ID) }
  }

  /** Publishes all that Omar sees. */
  async function publish(omar: Person, id: string, to: 'beta' | 'everybody' = 'everybody', reason?: string) {
    const { revision } = await atDesk(omar, id).look()
    const [newest] = (await omar.call(listVersions, { params: { id } })).data
    const body = { to, revision, version: newest?.number ?? null, ...(reason ? { reason } : {}) }
    return (await omar.call(publishCourse, { params: { id }, body })).data.version
  }

  test('a course that nobody had is deleted by its title as it looks', async () => {
    const { omar } = await startWithAuthors(start)
    const title = '\u200fشاي  أخضر\u00a0\u202c'
    const { id } = (await omar.call(createCourse, { body: { title, language: 'ar' } })).data
    const remove = (title: string) => omar.call(deleteCourse, { params: { id }, body: { title } })
    await expect(remove('شاي')).rejects.toMatchObject({ code: 'people/other-name' })
    await remove('شاي أخضر')
    expect((await omar.call(listOrgCourses, {})).data.courses).toEqual([])
  })

  test('a course goes from draft to beta, to everybody, rests, and comes back with all that Noura did', async () => {
    const { server, omar, reem } = await startWithAuthors(start)
    const [noura, yousef] = [await server.signIn(NOURA), await server.signIn('+971507654321')]
    await reem.call(setPersonBeta, { params: { uid: yousef.uid }, body: { isBeta: true } })
    const { id } = (await omar.call(createCourse, { body: { title: 'Sleep', language: 'en' } })).data
    expect(await titles(noura)).toEqual([])
    expect(await publish(omar, id, 'beta')).toBe(1)
    expect([await titles(noura), await titles(yousef)]).toEqual([[], ['Sleep']])
    expect(await stateOf(omar)).toEqual(['beta', 1, null])
    expect(await publish(omar, id, 'everybody', 'ready')).toBe(2)
    expect(await titles(noura)).toEqual(['Sleep'])
    await expect(publish(omar, id, 'beta')).rejects.toMatchObject({ code: 'bad-request' })
    await give(noura, 'sleep-1', 'start', 1)

    await omar.call(withdrawCourse, { params: { id }, body: {} })
    expect([await titles(noura), await stateOf(omar)]).toEqual([[], ['withdrawn', 2, null]])
    // Nothing changed, so publishing brings it back without a new version.
    expect(await publish(omar, id)).toBeNull()
    expect([await titles(noura), await stateOf(omar)]).toEqual([['Sleep'], ['published', 2, null]])
    expect(await progressOf(noura, 'sleep-1')).toMatchObject({ status: 'complete' })
    await expect(omar.call(deleteCourse, { params: { id }, body: { title: 'Sleep' } })).rejects.toMatchObject({
      code: 'courses/was-published',
    })
    const versions = (await omar.call(listVersions, { params: { id } })).data
    expect(versions).toMatchObject([
      { number: 2, kind: 'publish', by: { uid: omar.uid }, reason: 'ready', pageCount: 1, hasFiles: true },
      { number: 1, kind: 'publish', by: { uid: omar.uid }, reason: null },
    ])
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 4).map(({ action, details }) => [action, details])).toEqual([
      ['course-published', { course: 'sleep', version: 2, isNew: false }],
      ['course-withdrawn', { course: 'sleep' }],
      ['course-published', { course: 'sleep', version: 2, isNew: true }],
      ['course-published', { course: 'sleep', version: 1, isNew: true }],
    ])
    // Only beta users had the first version. To go back to it takes the course from nobody.
    await omar.call(rollBackCourse, { params: { id }, body: { to: 1, version: 2 } })
    expect([await titles(noura), await stateOf(omar)]).toEqual([['Sleep'], ['published', 3, null]])
    // An author may write the mark of a beta course with a space.
    const ofBeta = 'id: tea\nlanguage: en\ntitle: Tea\ndescription: A cup\nbeta : true\n'
    await server.importCourse(courseFolder({ 'course.yaml': ofBeta }))
    await omar.call(withdrawCourse, { params, body: {} })
    expect((await atDesk(omar, ID).look()).isBeta).toBe(true)
    await publish(omar, ID, 'beta')
    expect([await titles(noura), await titles(yousef)]).toEqual([['Sleep'], expect.arrayContaining(['Tea'])])
    await publish(omar, ID)
    expect(await titles(noura)).toContain('Tea')
  })

  test('a course that rests is there only for Noura, who is in the middle of it, until she has finished', async () => {
    const { server, omar } = await startWithTea()
    const [noura, yousef] = [await server.signIn(NOURA), await server.signIn('+971507654321')]
    await give(noura, 'tea-water', 'start', 1)
    const list = async (person: Person) => (await person.call(listCourses, { query: {} })).data
    await omar.call(withdrawCourse, { params, body: {} })
    expect(await list(yousef)).toEqual([])
    expect(await list(noura)).toMatchObject([
      { id: ID, rests: true, lessons: [{ id: 'tea-water' }, { id: 'tea-leaves' }] },
    ])
    await expect(yousef.call(getLesson, { params: { lessonId: 'tea-water' } })).rejects.toMatchObject({ status: 404 })
    expect((await noura.call(getLesson, { params: { lessonId: 'tea-leaves' } })).data.pages).toHaveLength(1)

    await omar.call(withdrawCourse, { params, body: { mayFinish: false } })
    expect(await list(noura)).toMatchObject([{ id: ID, rests: true, lessons: [] }])
    await expect(noura.call(getLesson, { params: { lessonId: 'tea-leaves' } })).rejects.toMatchObject({ status: 404 })

    await omar.call(withdrawCourse, { params, body: { mayFinish: true } })
    await give(noura, 'tea-water', 'why', 2)
    await give(noura, 'tea-leaves', 'which', 1)
    expect(await progressOf(noura, 'tea-leaves')).toMatchObject({ status: 'complete' })
    expect(await list(noura)).toEqual([])
    await publish(omar, ID)
    expect((await list(noura)).map(({ rests }) => rests)).toEqual([undefined])
    expect(await progressOf(noura, 'tea-water')).toMatchObject({ status: 'complete' })
  })

  test('publishing is refused while a mistake stands, and after somebody else wrote or published meanwhile', async () => {
    const { omar, reem, desk } = await startWithTea()
    const { revision } = await desk.look()
    const { revision: written } = await desk.write({
      op: 'set',
      path: ['course', 'title'],
      from: 'A cup of tea',
      to: '',
    })
    const ask = (asked: number, version: number | null) =>
      omar.call(publishCourse, { params, body: { to: 'everybody', revision: asked, version } })
    await expect(ask(written, 1)).rejects.toMatchObject({ status: 409, code: 'courses/has-mistakes' })
    await expect(ask(revision, 1)).rejects.toMatchObject({ code: 'courses/changed-meanwhile' })
    await expect(ask(written, null)).rejects.toMatchObject({ code: 'courses/changed-meanwhile' })
    const mended = await desk.write({ op: 'set', path: ['course', 'title'], from: '', to: 'Tea' })
    // Both press at the same moment.
    const body = { to: 'everybody', revision: mended.revision, version: 1 } as const
    const tries = await Promise.allSettled([omar, reem].map(one => one.call(publishCourse, { params, body })))
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await titles(omar)).toEqual(['Tea'])
  })

  test('a press that is repeated after a lost answer publishes once', async () => {
    const { omar, desk } = await startWithTea()
    const { revision } = await desk.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    const request = { params, body: { to: 'everybody', revision, version: 1 } } as const
    const press = () => omar.call(publishCourse, request, { idempotencyKey: 'publish-tea-once' })
    expect([await press(), await press()].map(({ data }) => data.version)).toEqual([2, 2])
  })

  test('Noura is in the middle of a page while it is published: what she sends counts, and she goes on after it', async () => {
    const { server, omar, desk } = await startWithTea()
    const noura = await server.signIn(NOURA)
    const { data: seen } = await noura.call(getLesson, { params: { lessonId: 'tea-water' } })
    await give(noura, 'tea-water', 'start', 1)
    await desk.write(
      { op: 'insert', path: WATER, value: { id: 'cold', type: 'rich-text', textContent: 'Cold' }, after: null },
      { op: 'set', path: [...WATER, 'why', 'textContent'], from: 'Why fresh?', to: 'Why?' },
    )
    await publish(omar, ID)
    await give(noura, 'tea-water', 'why', 2, { answer: 'It tastes better', lessonChangedAt: seen.lesson.changedAt })
    expect(await progressOf(noura, 'tea-water')).toMatchObject({
      status: 'complete',
      lastCompleted: 3,
      answers: { why: 'It tastes better' },
    })
    const { course_version } = await server.services.db
      .selectFrom('page_answers')
      .select('course_version')
      .where('uid', '=', noura.uid)
      .where('page_id', '=', 'why')
      .executeTakeFirstOrThrow()
    expect(course_version).toBe(1)
  })

  test('going back makes a version equal to the old one, and hidden answers are there again', async () => {
    const { server, omar, desk } = await startWithTea()
    const noura = await server.signIn(NOURA)
    await give(noura, 'tea-water', 'why', 2, { answer: 'It tastes better' })
    await desk.look()
    await desk.write({ op: 'remove', path: [...WATER, 'why'] })
    expect(await publish(omar, ID)).toBe(2)
    expect((await progressOf(noura, 'tea-water'))?.answers).toEqual({})
    const { data } = await omar.call(rollBackCourse, { params, body: { to: 1, version: 2, reason: 'too short' } })
    expect(data.version).toBe(3)
    expect((await progressOf(noura, 'tea-water'))?.answers).toEqual({ why: 'It tastes better' })
    const [newest, , first] = await server.services.db
      .selectFrom('course_versions')
      .selectAll()
      .orderBy('number', 'desc')
      .execute()
    expect([newest?.files, newest?.from_number, newest?.digest]).toEqual([first?.files, 1, first?.digest])
    await expect(omar.call(rollBackCourse, { params, body: { to: 9, version: 3 } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('before publishing it is said how many of twenty learners notice what, and so it is afterwards', async () => {
    const lesson = (id: string, ids: string[]) =>
      `id: ${id}\ntitle: ${id}\npages:\n${ids.map(page => `  - { id: ${page}, type: text-response, textContent: ${page} }\n`).join('')}`
    const files = {
      'lessons/01-water.yaml': lesson('tea-water', ['a', 'b', 'c', 'd', 'e']),
      'lessons/02-leaves.yaml': lesson('tea-leaves', ['x', 'y']),
    }
    const { server, omar, desk } = await startWithTea(files)
    const { db } = server.services
    // Four learners each finished 1, 2, 3 and 5 pages of the first lesson, four the first page of the second one.
    const places: [string, string[]][] = [
      ['tea-water', ['a']],
      ['tea-water', ['a', 'b']],
      ['tea-water', ['a', 'b', 'c']],
      ['tea-water', ['a', 'b', 'c', 'd', 'e']],
      ['tea-leaves', ['x']],
    ]
    for (const [group, [lessonId, pages]] of places.entries())
      for (const number of [1, 2, 3, 4]) {
        const uid = `learner-${group}-${number}`
        const rows = pages.map(page => answerRow(uid, lessonId, page))
        await db.insertInto('page_answers').values(rows).execute()
        if (pages.length === 5)
          await db.insertInto('completed_lessons').values({ uid, lesson_id: lessonId, completed_at: 1 }).execute()
      }
    await desk.look()
    await desk.write(
      { op: 'insert', path: WATER, value: { id: 'new', type: 'rich-text', textContent: 'n' }, after: 'a' },
      { op: 'remove', path: [...WATER, 'c'] },
      { op: 'set', path: ['lessons', 'tea-leaves', 'id'], from: 'tea-leaves', to: 'tea-all-leaves' },
    )
    const { data } = await omar.call(getEffects, { params, query: {} })
    expect(data).toMatchObject({
      people: 20,
      nothing: 4,
      kinds: [
        { kind: 'new-page', people: 12 },
        { kind: 'hidden', people: 8 },
        { kind: 'again', people: 4 },
      ],
    })
    expect(data.details).toContainEqual({
      ...{ kind: 'new-page', lessonId: 'tea-water', lessonTitle: 'tea-water' },
      ...{ pageId: 'new', pageNumber: 2, people: 12 },
    })
    const before = await Promise.all(uids().map(uid => server.services.lessonDataOf(uid)))
    await publish(omar, ID)
    const after = await Promise.all(uids().map(uid => server.services.lessonDataOf(uid)))
    const count = (is: (index: number) => boolean) => before.filter((_, index) => is(index)).length
    const answers = (data: (typeof before)[number] | undefined) =>
      Object.keys(data?.['tea-water']?.answers ?? {}).length
    expect(count(index => answers(after[index]) < answers(before[index]))).toBe(8)
    expect(count(index => Boolean(before[index]?.['tea-leaves']) && !after[index]?.['tea-leaves'])).toBe(4)
    expect(count(index => (after[index]?.['tea-water']?.lastCompleted ?? 0) > 1)).toBe(12)
    // The effects of going back can be read before it is done. Here nobody would lose anything.
    const back = (await omar.call(getEffects, { params, query: { version: '1' as never } })).data
    expect(back.kinds).toEqual([])
  })

  test('the order of the courses is the order on the list of learners', async () => {
    const { server, omar, reem } = await startWithTea()
    await server.importCourse('courses/first-steps-en')
    const tea = await titles(omar)
    await reem.call(orderCourses, { body: { ids: ['first-steps-en', 'tea'] } })
    expect([tea.length, await titles(omar)]).toEqual([1, ['First steps', 'A cup of tea']])
    await reem.call(orderCourses, { body: { ids: ['tea'] } })
    expect(await titles(omar)).toEqual(['A cup of tea', 'First steps'])
    // The log has the former order, for undo. An order that changes nothing makes no line.
    await reem.call(orderCourses, { body: { ids: ['tea', 'first-steps-en'] } })
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    const orders = lines.filter(({ action }) => action === 'courses-ordered').map(({ details }) => details.from)
    expect(orders).toEqual(['first-steps-en tea'])
  })
})

function uids(): string[] {
  return [0, 1, 2, 3, 4].flatMap(group => [1, 2, 3, 4].map(number => `learner-${group}-${number}`))
}

function answerRow(uid: string, lesson_id: string, page_id: string) {
  const given = { answer: '"words"', answered_at: 1, logged_at: 1, page_type: 'text-response', is_own_words: 1 }
  return { uid, lesson_id, page_id, ...given, reviewed_at: null }
}

async function titles({ call }: Person): Promise<string[]> {
  return (await call(listCourses, { query: { beta: '1' } })).data.map(({ title }) => title)
}

async function stateOf({ call }: Person) {
  const [course] = (await call(listOrgCourses, {})).data.courses
  return [course?.state, course?.version, course?.draft]
}

async function give({ call, uid }: Person, lessonId: string, pageId: string, pageNumber: number, more = {}) {
  const body = { userId: uid, pageId, pageNumber, ...more }
  return call(logPage, { params: { lessonId }, body })
}

async function progressOf({ call, uid }: Person, lessonId: string) {
  return (await call(saveUser, { params: { uid }, body: {} })).data.userLessonData[lessonId]
}
