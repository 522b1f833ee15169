import { expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import { getLesson, logPage } from '../../contract/lessons.ts'
import { recordingName } from '../../contract/media.ts'
import { setBeta } from '../account/user-status.ts'
import { courseFolder } from '../courses/testing.ts'
import * as knownPages from '../database/migrations/007-known-pages.ts'
import * as answerTypes from '../database/migrations/016-answer-types.ts'
import { upload } from '../media/testing.ts'
import { send, startWithAll } from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { collectLessons } from './collect-lessons.ts'

const LESSON = 'tea-water'

onEachDatabase('answers to a course that has changed', start => {
  async function startWith(...pageIds: string[]) {
    const server = await start({ env: { LIMIT_FACTOR: '10' } })
    await importPages(server, ...pageIds)
    return { server, noura: await server.signIn('+971501234567') }
  }

  /** Imports the lesson with these pages: a and b are for reading, the others ask for a text. */
  async function importPages(server: TestServer, ...pageIds: string[]) {
    const pages = pageIds.map(id => `  - { id: ${id}, type: ${id > 'b' ? 'text-response' : 'rich-text'} }\n`)
    const lesson = `id: ${LESSON}\ntitle: The water\npages:\n${pages.join('')}`
    await server.importCourse(courseFolder({ 'lessons/01-water.yaml': lesson }))
    await server.services.catalogue.refresh()
  }

  function log(who: Person, entry: object, key?: string) {
    const body = { userId: who.uid, ...entry } as never
    return who.call(logPage, { params: { lessonId: LESSON }, body }, key ? { idempotencyKey: key } : {})
  }

  async function progressOf(who: Person) {
    const { data } = await who.call(saveUser, { params: { uid: who.uid }, body: {} })
    return data.userLessonData[LESSON]
  }

  /** Imports the course without the lesson, or with the lesson for beta users only. */
  async function importWithout(server: TestServer, isBeta = false) {
    const lesson = `id: ${LESSON}\ntitle: The water\nbeta: true\npages: [{ id: c, type: text-response }]\n`
    await server.importCourse(courseFolder({ 'lessons/01-water.yaml': isBeta ? lesson : undefined }))
    await server.services.catalogue.refresh()
  }

  const say = (server: TestServer, who: Person, pageId: string, pageNumber: number, key?: string) =>
    upload(server.origin, who, {
      filename: recordingName({ uid: who.uid, lessonId: LESSON, pageNumber, recordedAt: Date.now() }),
      pageId,
      ...(key ? { key } : {}),
    })

  test("Noura's answer on the last page is accepted after the lesson got shorter", async () => {
    const { server, noura } = await startWith('a', 'b', 'c', 'd')
    await importPages(server, 'a', 'c', 'd')
    await log(noura, { pageId: 'c', pageNumber: 3, totalPages: 4, answer: 'on page three' })
    await log(noura, { pageId: 'd', pageNumber: 4, totalPages: 4, answer: 'on page four' })
    expect(await progressOf(noura)).toEqual({
      status: 'complete',
      lastCompleted: 3,
      totalPages: 3,
      answers: { c: 'on page three', d: 'on page four' },
    })
  })

  test('a recording is accepted, too, and stored once if its first reply was lost before the lesson changed', async () => {
    const { server, noura } = await startWith('a', 'b', 'c', 'd')
    const first = await say(server, noura, 'd', 4, 'a-recording-of-noura')
    await importPages(server, 'a', 'c', 'd')
    const again = await say(server, noura, 'd', 4, 'a-recording-of-noura')
    expect([first.status, again.status]).toEqual([200, 200])
    const answer = `audio:${again.body.data.filename}`
    expect(answer).toBe(`audio:${first.body.data.filename}`)
    await log(noura, { pageId: 'd', pageNumber: 4, answer })
    expect(await progressOf(noura)).toMatchObject({ status: 'complete', answers: { d: answer } })
  })

  test('an answer to a removed page is accepted, and counts when the page returns', async () => {
    const { server, noura } = await startWith('a', 'b', 'c', 'd')
    await importPages(server, 'a', 'b')
    const spoken = await say(server, noura, 'd', 4)
    const entry = { pageId: 'c', pageNumber: 3, totalPages: 4, answer: 'kept for later' }
    const first = await log(noura, entry, 'a-key-of-noura')
    expect(await log(noura, entry, 'a-key-of-noura')).toEqual(first)
    await log(noura, { pageId: 'd', pageNumber: 4, answer: `audio:${spoken.body.data.filename}` })
    expect(await progressOf(noura)).toEqual({ status: 'not-started', lastCompleted: 0, totalPages: 2, answers: {} })
    await importPages(server, 'a', 'b', 'c', 'd')
    expect(await progressOf(noura)).toMatchObject({ status: 'complete', answers: { c: 'kept for later' } })
  })

  test("an answer to a removed lesson is accepted, too, and is in Noura's data", async () => {
    const { server, noura } = await startWith('a', 'b', 'c')
    await importWithout(server)
    const { data } = await log(noura, { pageId: 'c', pageNumber: 3, answer: 'kept for later' })
    expect(data).toMatchObject({ status: 'not-started', totalPages: 0 })
    expect((await say(server, noura, 'c', 3)).status).toBe(200)
    expect(await progressOf(noura)).toBeUndefined()
    // Her home does not greet her as a beginner.
    const { user } = (await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })).data
    expect(user.hasLearned).toBe(true)
    expect(await collectLessons(server.services.db, noura.uid)).toMatchObject([
      { lessonId: LESSON, title: 'The water', course: 'tea', pages: [{ pageId: 'c', answer: 'kept for later' }] },
    ])
  })

  test('only an answer of her own, to a page that existed, is accepted', async () => {
    const { server, noura } = await startWith('a', 'b', 'c')
    await importWithout(server)
    const yousef = await server.signIn('+971507654321')
    const entry = { userId: noura.uid, pageId: 'c', pageNumber: 3, answer: 'mine' }
    await expect(log(yousef, entry)).rejects.toMatchObject({ status: 403 })
    await expect(log(noura, { ...entry, pageId: 'nowhere' })).rejects.toMatchObject({ status: 404 })
    await expect(log(noura, { ...entry, answer: 'a'.repeat(20_001) })).rejects.toMatchObject({ status: 400 })
    await expect(log(noura, { ...entry, answer: { a: 1 } })).rejects.toMatchObject({ status: 400 })
    expect(await server.services.db.selectFrom('page_answers').selectAll().execute()).toEqual([])
  })

  test('answers to a lesson that has become a beta lesson are still accepted', async () => {
    const { server, noura } = await startWith('a', 'b', 'c')
    await importWithout(server, true)
    await expect(noura.call(getLesson, { params: { lessonId: LESSON } })).rejects.toMatchObject({ status: 404 })
    await log(noura, { pageId: 'c', pageNumber: 3, answer: 'kept' })
    expect(await progressOf(noura)).toMatchObject({ answers: { c: 'kept' } })
  })

  test('a lesson that was always a beta lesson is unknown to Noura, also after it is removed', async () => {
    const server = await start()
    await importWithout(server, true)
    const noura = await server.signIn('+971501234567')
    const entry = { pageId: 'c', pageNumber: 1, answer: 'guessed' }
    await expect(log(noura, entry)).rejects.toMatchObject({ status: 404 })
    await importWithout(server)
    await expect(log(noura, entry)).rejects.toMatchObject({ status: 404 })
  })

  test('when the beta of Noura ends, her answers from the phone still arrive, and her mentor replies to them', async () => {
    const { server, noura, salma, mentorId } = await startWithAll(start)
    const pages = ['c', 'd'].map(id => `{ id: ${id}, type: text-response }`).join()
    const lesson = `id: ${LESSON}\ntitle: The water\nbeta: true\npages: [${pages}]\n`
    await server.importCourse(courseFolder({ 'lessons/01-water.yaml': lesson }))
    await server.services.catalogue.refresh()
    await setBeta(server.services.db, noura.uid, true)
    await log(noura, { pageId: 'c', pageNumber: 1, answer: 'on the way' })
    await setBeta(server.services.db, noura.uid, false)

    await expect(noura.call(getLesson, { params: { lessonId: LESSON } })).rejects.toMatchObject({ status: 404 })
    await log(noura, { pageId: 'd', pageNumber: 2, answer: 'without a network' })
    expect(await progressOf(noura)).toMatchObject({ answers: { c: 'on the way', d: 'without a network' } })
    const about = { lessonId: LESSON, pageId: 'd' }
    expect(await send(salma, noura.uid, 'Well done', { about })).toMatchObject({ about })
    await send(noura, mentorId, 'Thank you', { about })
  })

  /** Imports the lesson with one page, c, which asks for a text or for a choice. */
  async function importAs(server: TestServer, type: 'text-response' | 'multichoice') {
    const options = '    options: { answers: [{ id: press, text: Press }, { id: lift, text: Lift }] }\n'
    const page = `  - id: c\n    type: ${type}\n${type === 'multichoice' ? options : ''}`
    const lesson = `id: ${LESSON}\ntitle: The water\npages:\n${page}`
    await server.importCourse(courseFolder({ 'lessons/01-water.yaml': lesson }))
    await server.services.catalogue.refresh()
  }

  test('an answer to a page that has another type now is not shown, stays stored, and returns with its type', async () => {
    const server = await start()
    const noura = await server.signIn('+971501234567')
    await importAs(server, 'multichoice')
    await log(noura, { pageId: 'c', pageNumber: 1, answer: 'press' })
    await importAs(server, 'text-response')
    expect(await progressOf(noura)).toEqual({ status: 'complete', lastCompleted: 1, totalPages: 1, answers: {} })
    await importAs(server, 'multichoice')
    expect(await progressOf(noura)).toMatchObject({ answers: { c: 'press' } })
    // The request names the page type that Noura saw, because an import has changed the type since.
    await importAs(server, 'text-response')
    const { data } = await log(noura, { pageId: 'c', pageNumber: 1, pageType: 'multichoice', answer: 'lift' })
    expect(data.answers).toEqual({})
    await log(noura, { pageId: 'c', pageNumber: 1 })
    await importAs(server, 'multichoice')
    expect(await progressOf(noura)).toMatchObject({ answers: { c: 'lift' } })
  })

  test('answers from before the upgrade get the type of their page, if it still fits', async () => {
    const { server, noura } = await startWith('a', 'b', 'c', 'd')
    await log(noura, { pageId: 'c', pageNumber: 3, answer: 'in my words' })
    await log(noura, { pageId: 'd', pageNumber: 4, pageType: 'multichoice', answer: 'press' })
    const { db } = server.services
    await db.schema.alterTable('page_answers').dropColumn('page_type').execute()
    await answerTypes.up(db as never)
    const rows = await db.selectFrom('page_answers').select(['page_id', 'page_type']).orderBy('page_id').execute()
    expect(rows).toEqual([
      { page_id: 'c', page_type: 'text-response' },
      { page_id: 'd', page_type: null },
    ])
  })

  test('pages from before the server stored them are known after the upgrade', async () => {
    const { server, noura } = await startWith('a', 'b', 'c', 'd')
    await log(noura, { pageId: 'd', pageNumber: 4, answer: 'before the upgrade' })
    await importPages(server, 'a', 'b', 'c')
    const { db } = server.services
    await db.schema.dropTable('known_pages').execute()
    await knownPages.up(db as never)
    await importPages(server, 'a')
    await log(noura, { pageId: 'c', pageNumber: 3, answer: 'after it' })
    await log(noura, { pageId: 'd', pageNumber: 4, answer: 'written again' })
    await importPages(server, 'a', 'b', 'c', 'd')
    expect(await progressOf(noura)).toMatchObject({ answers: { c: 'after it', d: 'written again' } })
  })
})
