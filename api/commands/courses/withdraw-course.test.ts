import { beforeEach, expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { listCourses } from '../../../contract/courses.ts'
import { getLesson, logPage } from '../../../contract/lessons.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import type { Command } from '../command.ts'
import { createCourseCommand } from './drafts.ts'
import { importDemoCommand } from './import-demo.ts'
import { listCoursesCommand } from './list-courses.ts'
import { publishCourseCommand, withdrawCourseCommand } from './withdraw-course.ts'

const COURSE = 'first-aid-en'
const LESSON = 'first-aid-en-cuts'

onEachDatabase('An operator withdraws a course', start => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
    await server.importCourse(`courses/${COURSE}`)
    await server.services.catalogue.refresh()
  })

  async function type(command: Command, line = ''): Promise<string> {
    const printed: string[] = []
    const { db, config, catalogue } = server.services
    await command.run({ db, config, words: line.split(' ').filter(Boolean), print: line => printed.push(line) })
    await catalogue.refresh()
    return printed.join('\n')
  }

  async function pagesOf(person: Person): Promise<string[]> {
    const { data } = await person.call(getLesson, { params: { lessonId: LESSON } })
    return data.pages.map(({ id }) => id)
  }

  function log({ call, uid }: Person, pageId: string, answeredAt?: number) {
    const body = { userId: uid, pageId, pageNumber: 1, totalPages: 1, ...(answeredAt ? { answeredAt } : {}) }
    return call(logPage, { params: { lessonId: LESSON }, body })
  }

  async function lessonOf({ call, uid }: Person) {
    const { data } = await call(saveUser, { params: { uid }, body: {} })
    return data.userLessonData[LESSON]
  }

  test('it disappears for learners at once, lets those in the middle finish unless closed, and returns with their progress', async () => {
    const [noura, yousef] = [await server.signIn('+971501234567'), await server.signIn('+971507654321')]
    const [first = '', second = ''] = await pagesOf(noura)
    await log(noura, first)
    expect(await lessonOf(noura)).toMatchObject({ lastCompleted: 1 })

    expect(await type(withdrawCourseCommand, COURSE)).toContain(`publish-course ${COURSE}`)
    expect((await yousef.call(listCourses, { query: {} })).data).toEqual([])
    await expect(pagesOf(yousef)).rejects.toMatchObject({ status: 404 })
    expect((await noura.call(listCourses, { query: {} })).data).toMatchObject([{ id: COURSE, rests: true }])
    expect(await pagesOf(noura)).toContain(second)

    await type(withdrawCourseCommand, `${COURSE} --closed`)
    expect((await noura.call(listCourses, { query: {} })).data).toMatchObject([
      { id: COURSE, rests: true, lessons: [] },
    ])
    await expect(pagesOf(noura)).rejects.toMatchObject({ status: 404 })
    expect(await type(listCoursesCommand)).toMatch(/^first-aid-en {2}.* {2}\d lessons {2}withdrawn on \d{4}-\d\d-\d\d$/)

    await log(noura, second)

    await type(publishCourseCommand, COURSE)
    expect((await noura.call(listCourses, { query: {} })).data.map(({ id }) => id)).toEqual([COURSE])
    expect(await lessonOf(noura)).toMatchObject({ lastCompleted: 2 })
  })

  test('it stays withdrawn when a corrected version is imported, until an operator brings it back', async () => {
    await type(withdrawCourseCommand, COURSE)
    await server.importCourse(`courses/${COURSE}`)
    await server.services.catalogue.refresh()
    const noura = await server.signIn('+971501234567')
    expect((await noura.call(listCourses, { query: {} })).data).toEqual([])
  })

  test('it is named by its id', async () => {
    await expect(type(withdrawCourseCommand)).rejects.toThrow('npm run admin -- withdraw-course first-aid-en')
    await expect(type(publishCourseCommand, 'first-aid')).rejects.toThrow('There is no course first-aid.')
    await type(createCourseCommand, '--title Tea --language en')
    await expect(type(publishCourseCommand, 'tea')).rejects.toThrow('publish-course tea --draft')
    expect(await type(listCoursesCommand)).toMatch(/^first-aid-en {2}.*\ntea {2}Tea {2}1 lesson {2}only a draft$/)
  })

  test('it stays withdrawn even if all demo courses are withdrawn', async () => {
    const noura = await server.signIn('+971501234567')
    expect(await type(importDemoCommand, '--remove')).toBe(`Learners no longer see ${COURSE}.`)
    expect((await noura.call(listCourses, { query: {} })).data).toEqual([])
  })
})
