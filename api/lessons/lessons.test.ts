import { beforeAll, expect, test } from 'vitest'
import { saveUser } from '../../contract/account.ts'
import { createClient } from '../../contract/calls/client.ts'
import { getLesson, listSteps, logPage, STEP_SLOT_MS } from '../../contract/lessons.ts'
import { DAY, HOUR, MINUTE } from '../../contract/time.ts'
import { onEachDatabase, type Start, type TestServer } from '../testing.ts'
import { newPhone, type Person } from '../testing-people.ts'

const LESSON = 'first-aid-en-cuts'
const PAGES = 9

onEachDatabase('lessons', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startWithCourse({ isForAll: true })
  })

  async function startWithCourse(options: Parameters<Start>[0]) {
    const started = await start(options)
    await started.importCourse('courses/first-aid-en')
    await started.services.catalogue.refresh()
    return started
  }

  function log(who: Person, entry: object, options: { lessonId?: string; key?: string } = {}) {
    const body = { userId: who.uid, ...entry } as never
    const idempotency = options.key ? { idempotencyKey: options.key } : {}
    return who.call(logPage, { params: { lessonId: options.lessonId ?? LESSON }, body }, idempotency)
  }

  async function progressOf(who: Person, lessonId = LESSON) {
    const { data } = await who.call(saveUser, { params: { uid: who.uid }, body: {} })
    return data.userLessonData[lessonId]
  }

  test('Noura reads a lesson with its pages and its course', async () => {
    const noura = await server.signIn(newPhone())
    const { data } = await noura.call(getLesson, { params: { lessonId: LESSON } })
    expect(data.lesson).toMatchObject({ id: LESSON, program: { alias: 'step-by-step' }, language: 'en' })
    expect(data.pages.map(page => page.type)).toEqual([
      'rich-text',
      'video',
      'multichoice',
      'multiselect',
      'explore-options',
      'match-blanks',
      'number',
      'number-text-response',
      'text-response',
    ])
  })

  test('a page that Noura completed is there when she returns', async () => {
    const noura = await server.signIn(newPhone())
    await log(noura, { pageId: 'start', pageNumber: 1, totalPages: PAGES })
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['gauze', 'gloves'] })
    expect(await progressOf(noura)).toEqual({
      status: 'started',
      lastCompleted: 4,
      totalPages: PAGES,
      answers: { kit: ['gauze', 'gloves'] },
    })
  })

  test('the days on which Noura learned are shown to her only, for a week, even if she answers a page again', async () => {
    // Noura signs in often, and each time she asks for a code.
    const server = await startWithCourse({ env: { LIMIT_FACTOR: '10' } })
    const phone = newPhone()
    // Tokens expire within a day, so Noura signs in for each call.
    const nouraNow = () => server.signIn(phone)
    const noura = await nouraNow()
    const stepsOf = async (who: Person) => (await who.call(listSteps, {})).data
    const monday = server.clock.now()
    const slot = (time: number) => Math.floor(time / STEP_SLOT_MS) * STEP_SLOT_MS
    await log(noura, { pageId: 'start', pageNumber: 1 })
    await log(noura, { pageId: 'pressure', pageNumber: 3, answer: 'cloth' })
    expect(await stepsOf(noura)).toEqual([slot(monday)])
    server.clock.advance(DAY)
    // Noura answers without a network, an hour before the answer is sent.
    const tuesday = server.clock.now()
    await log(await nouraNow(), { pageId: 'pressure', pageNumber: 3, answer: 'cloth', answeredAt: tuesday - HOUR })
    expect(await stepsOf(await nouraNow())).toEqual([slot(monday), slot(tuesday - HOUR)])
    expect(await stepsOf(await server.signIn(newPhone()))).toEqual([])
    server.clock.advance(7 * DAY)
    expect(await stepsOf(await nouraNow())).toEqual([slot(tuesday - HOUR)])
  })

  test('the log of the last page completes the lesson, with or without the others, and nothing undoes that', async () => {
    const noura = await server.signIn(newPhone())
    await log(noura, { pageId: 'last-time', pageNumber: 9, answer: 'I helped my brother' })
    await log(noura, { pageId: 'start', pageNumber: 1 })
    expect(await progressOf(noura)).toMatchObject({ status: 'complete', lastCompleted: 9 })
  })

  test('a lesson of nine pages is not completed by claiming that it has one', async () => {
    const noura = await server.signIn(newPhone())
    const { data } = await log(noura, { pageId: 'start', pageNumber: 1, totalPages: 1 })
    expect(data).toMatchObject({ status: 'started', totalPages: PAGES })
  })

  test('texts and lists are returned exactly, with bars and Arabic', async () => {
    const noura = await server.signIn(newPhone())
    const written = 'قبل سنة | أخي\n"جرح" 👋 audio:../../x.mp3'
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: 'gauze|gloves' })
    await log(noura, { pageId: 'kit-this-year', pageNumber: 8, answer: ['3', written] })
    await log(noura, { pageId: 'last-time', pageNumber: 9, answer: 'audio: hello' })
    expect((await progressOf(noura))?.answers).toEqual({
      kit: 'gauze|gloves',
      'kit-this-year': ['3', written],
      'last-time': 'audio: hello',
    })
  })

  test('Yousef cannot log for Noura, and no row is stored for either', async () => {
    const [noura, yousef] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
    const entry = { userId: noura.uid, pageId: 'start', pageNumber: 1 }
    await expect(log(yousef, entry)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect(await progressOf(noura)).toBeUndefined()
    expect(await progressOf(yousef)).toBeUndefined()
  })

  test.each([
    ['a page of another lesson', { pageId: 'five-and-five', pageNumber: 1 }, 404],
    ['an unknown page', { pageId: 'nowhere', pageNumber: 1 }, 404],
    ['another lesson in the body', { pageId: 'start', pageNumber: 1, lessonId: 'first-aid-en-burns' }, 400],
    ['page 0', { pageId: 'start', pageNumber: 0 }, 400],
    ['page -1', { pageId: 'start', pageNumber: -1 }, 400],
    ['page 1.5', { pageId: 'start', pageNumber: 1.5 }, 400],
    ['page "2"', { pageId: 'start', pageNumber: '2' }, 400],
    ['page 1e9', { pageId: 'start', pageNumber: 1e9 }, 400],
    ['an object as answer', { pageId: 'start', pageNumber: 1, answer: { a: 1 } }, 400],
    ['an answer of 20,001 characters', { pageId: 'start', pageNumber: 1, answer: 'a'.repeat(20_001) }, 400],
    ['a list of 10,000 empty texts', { pageId: 'start', pageNumber: 1, answer: Array(10_000).fill('aaa') }, 400],
    ['an answer of a megabyte', { pageId: 'start', pageNumber: 1, answer: 'a'.repeat(1_000_000) }, 413],
    ['an answer with U+0000', { pageId: 'start', pageNumber: 1, answer: 'a\u0000b' }, 400],
  ])('%s is refused and nothing is stored', async (_, entry, status) => {
    const noura = await server.signIn(newPhone())
    await expect(log(noura, entry)).rejects.toMatchObject({ status })
    expect(await progressOf(noura)).toBeUndefined()
  })

  test('a repeated key stores once and gets the same response; another body under it is refused', async () => {
    const noura = await server.signIn(newPhone())
    const entry = { pageId: 'kit', pageNumber: 4, answer: ['gauze'] }
    const first = await log(noura, entry, { key: 'a-key-of-noura' })
    await log(noura, { pageId: 'first-step', pageNumber: 5, answer: 'press' }).catch(() => {})
    expect(await log(noura, entry, { key: 'a-key-of-noura' })).toEqual(first)
    const other = log(noura, { ...entry, answer: ['gloves'] }, { key: 'a-key-of-noura' })
    await expect(other).rejects.toMatchObject({ status: 422 })
    expect((await progressOf(noura))?.answers.kit).toEqual(['gauze'])
  })

  test('a key of Noura has no effect for Yousef', async () => {
    const [noura, yousef] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
    await log(noura, { pageId: 'start', pageNumber: 1 }, { key: 'shared-key' })
    await log(yousef, { pageId: 'kit', pageNumber: 4, answer: ['gauze'] }, { key: 'shared-key' })
    expect(await progressOf(yousef)).toMatchObject({ lastCompleted: 4 })
  })

  test('fifty simultaneous requests with one key count as one', async () => {
    const noura = await server.signIn(newPhone())
    const entry = { pageId: 'kit', pageNumber: 4, answer: ['gauze'] }
    const answers = await Promise.all(Array.from({ length: 50 }, () => log(noura, entry, { key: 'fifty-at-once' })))
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    const { db } = server.services
    const keys = await db.selectFrom('idempotency_keys').where('uid', '=', noura.uid).selectAll().execute()
    expect(keys).toHaveLength(1)
  })

  test('the later answer of two devices wins, whatever the order of arrival', async () => {
    const noura = await server.signIn(newPhone())
    const now = Date.now()
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['later'], answeredAt: now - 1000 })
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['earlier'], answeredAt: now - MINUTE })
    expect((await progressOf(noura))?.answers.kit).toEqual(['later'])
  })

  test('a log without an answer does not hide an earlier answer that arrives after it', async () => {
    const noura = await server.signIn(newPhone())
    const now = Date.now()
    await log(noura, { pageId: 'kit', pageNumber: 4, answeredAt: now - 1000 })
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['given before'], answeredAt: now - MINUTE })
    await log(noura, { pageId: 'kit', pageNumber: 4, answeredAt: now - 500 })
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['given between'], answeredAt: now - 30_000 })
    expect((await progressOf(noura))?.answers.kit).toEqual(['given between'])
  })

  const empty = ['', '  \n', [], ['', '']].map(nothing => ({ nothing }))
  test.each(empty)('an empty answer, $nothing, does not remove an earlier one', async ({ nothing }) => {
    const noura = await server.signIn(newPhone())
    await log(noura, { pageId: 'last-time', pageNumber: 9, answer: 'I helped my brother' })
    const { data } = await log(noura, { pageId: 'last-time', pageNumber: 9, answer: nothing })
    expect(data.answers).toEqual({ 'last-time': 'I helped my brother' })
    expect((await progressOf(noura))?.answers).toEqual({ 'last-time': 'I helped my brother' })
  })

  test('a clock that runs ahead does not win over later answers', async () => {
    const noura = await server.signIn(newPhone())
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['from the future'], answeredAt: Date.now() + 1e9 })
    await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['after'] })
    expect((await progressOf(noura))?.answers.kit).toEqual(['after'])
  })

  test('the 121st log of a minute has to wait', async () => {
    // The server has the limits of an operator who sets none.
    const noura = await server.signIn(newPhone())
    const outcomes: PromiseSettledResult<unknown>[] = []
    // Ten at once, as many as there are connections. With more, the server may answer that it is busy.
    while (outcomes.length < 130) {
      const ten = Array.from({ length: 10 }, () => log(noura, { pageId: 'start', pageNumber: 1 }))
      outcomes.push(...(await Promise.allSettled(ten)))
    }
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120)
    const [failed] = outcomes.filter(outcome => outcome.status === 'rejected')
    expect(failed?.reason).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    server.clock.advance(61_000)
    await log(noura, { pageId: 'start', pageNumber: 1 })
  })

  test.each(['../../etc/passwd', '%00', '%2e%2e', "' or 1=1 --", 'nowhere', 'a'.repeat(10_000)])(
    'there is no lesson at %j',
    async lessonId => {
      const noura = await server.signIn(newPhone())
      const { status } = await noura.call(getLesson, { params: { lessonId } }).catch(error => error)
      expect([400, 404, 414]).toContain(status)
    },
  )

  test('lessons and logs need a token', async () => {
    const params = { lessonId: LESSON }
    await expect(server.call(getLesson, { params })).rejects.toMatchObject({ status: 401 })
    const body = { userId: 'x', pageId: 'start', pageNumber: 1 }
    await expect(server.call(logPage, { params, body })).rejects.toMatchObject({ status: 401 })
  })

  test('a page stored by another process is visible to this one', async () => {
    const noura = await server.signIn(newPhone())
    const second: TestServer = await server.another()
    const there = { ...noura, call: createClient({ base: second.origin, token: async () => noura.idToken }) }
    await log(there, { pageId: 'start', pageNumber: 1 })
    expect(await progressOf(noura)).toMatchObject({ lastCompleted: 1 })
  })
})
