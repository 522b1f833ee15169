import { expect, test } from 'vitest'
import { saveUser } from '../../contract/identity.ts'
import { logPage } from '../../contract/lessons.ts'
import { recordingName } from '../../contract/media.ts'
import { courseFolder } from '../courses/testing.ts'
import { upload } from '../media/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'

const LESSON = 'tea-water'

onEachDatabase('answers to a course that has changed', start => {
  async function startWith(...pageIds: string[]) {
    const server = await start({ env: { LIMIT_FACTOR: '10' } })
    await importPages(server, ...pageIds)
    return { server, noura: await server.signIn('+971501234567') }
  }

  /** The lesson with these pages: a and b are read, the others ask for a text. */
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

  const say = (server: TestServer, who: Person, pageId: string, pageNumber: number, key?: string) =>
    upload(server.origin, who, {
      filename: recordingName({ uid: who.uid, lessonId: LESSON, pageNumber, recordedAt: Date.now() }),
      pageId,
      ...(key ? { key } : {}),
    })

  test('what Noura wrote on the last page is taken after the lesson got shorter', async () => {
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

  test('a recording is taken, too, and once where its first answer was lost and the lesson changed since', async () => {
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
})
