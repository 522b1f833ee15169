import { beforeAll, expect, test } from 'vitest'
import { logPage, type PageLog } from '../../contract/lessons.ts'
import { MINUTE } from '../../contract/time.ts'
import { mergeAccounts } from '../account/merge/merge.ts'
import { courseFolder } from '../courses/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { type EmailPerson, newEmail, newPhone, type Person, register } from '../testing-people.ts'

const LESSON = 'first-aid-en-cuts'

onEachDatabase('the first pick of a question', start => {
  /** Its clock stands still, except where a test advances it. */
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true, env: { LIMIT_FACTOR: '10' } })
    server.clock.stop()
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
  })

  const answer = (who: Person | EmailPerson, entry: Partial<PageLog>) => answerIn(LESSON, who, entry)

  function answerIn(lessonId: string, who: Person | EmailPerson, entry: Partial<PageLog>) {
    const body = { userId: who.uid, pageId: 'first-step', pageNumber: 3, answer: 'press', ...entry }
    return who.call(logPage, { params: { lessonId }, body })
  }

  async function merge(mail: EmailPerson, noura: Person) {
    const { services, clock } = server
    const options = { ...services, accounts: services.identity.accounts, now: clock.now() }
    await mergeAccounts(services.db, { uid: mail.uid, phoneUid: noura.uid, phoneNumber: noura.phone }, options)
  }

  async function rowOf({ services: { db } }: TestServer, uid: string, page: string) {
    return db
      .selectFrom('page_answers')
      .select(['answer', 'first_answer', 'tries', 'course_version'])
      .where('uid', '=', uid)
      .where('page_id', '=', page)
      .executeTakeFirstOrThrow()
  }

  async function picksOf(on: TestServer, uid: string, page = 'first-step') {
    const { answer, first_answer, tries } = await rowOf(on, uid, page)
    return [answer, first_answer, tries]
  }

  const CHOICES = '[{ id: green, text: Green, isCorrect: true }, { id: black, text: Black }]'
  const PLACES = '[{ id: green, text: Green, correctOrder: 1 }, { id: black, text: Black, correctOrder: 2 }]'
  const ASKED = { multichoice: `{ answers: ${CHOICES} }`, 'match-blanks': `{ blanks: ${PLACES} }` }

  /** Imports the lesson about tea leaves, whose page asks in this way. */
  async function importTea(type: keyof typeof ASKED) {
    const pages = `pages: [{ id: which, type: ${type}, options: ${ASKED[type]} }]\n`
    await server.importCourse(courseFolder({ 'lessons/02-leaves.yaml': `id: tea-leaves\ntitle: Leaves\n${pages}` }))
    await server.services.catalogue.refresh()
    server.clock.advance(MINUTE)
  }

  test('is kept beside the answer, with the number of tries', async () => {
    const noura = await server.signIn(newPhone())
    await answer(noura, { firstAnswer: ['powder'], tries: 3 })
    expect(await picksOf(server, noura.uid)).toEqual(['"press"', '["powder"]', 3])
  })

  test('is the answer itself at the first try', async () => {
    const noura = await server.signIn(newPhone())
    await answer(noura, { tries: 1 })
    expect(await picksOf(server, noura.uid)).toEqual(['"press"', '"press"', 1])
  })

  test('is unknown from an earlier client, and no later log makes one up', async () => {
    const noura = await server.signIn(newPhone())
    await answer(noura, {})
    await answer(noura, { tries: 1 })
    expect(await picksOf(server, noura.uid)).toEqual(['"press"', null, null])
  })

  test('does not change with a later log, nor with one that comes late', async () => {
    const noura = await server.signIn(newPhone())
    const now = server.clock.now()
    await answer(noura, { firstAnswer: 'powder', tries: 2, answeredAt: now - MINUTE })
    await answer(noura, { firstAnswer: 'water', tries: 5, answeredAt: now })
    await answer(noura, { firstAnswer: 'wait', tries: 4, answeredAt: now - 2 * MINUTE })
    expect(await picksOf(server, noura.uid)).toEqual(['"press"', '"powder"', 2])
  })

  test("is that of today's question after the author gave the page another type", async () => {
    const noura = await server.signIn(newPhone())
    const pour = (entry: Partial<PageLog>) =>
      answerIn('tea-leaves', noura, { pageId: 'which', pageNumber: 1, answeredAt: server.clock.now(), ...entry })
    await importTea('multichoice')
    await pour({ pageType: 'multichoice', answer: 'green', firstAnswer: 'black', tries: 3 })
    const before = await rowOf(server, noura.uid, 'which')
    expect(before).toMatchObject({ answer: '"green"', first_answer: '"black"', tries: 3 })
    await importTea('match-blanks')
    const order = { pageType: 'match-blanks', answer: ['green', 'black'] }
    await pour({ ...order, firstAnswer: ['black', 'green'], tries: 2 })
    const after = await rowOf(server, noura.uid, 'which')
    expect(after).toMatchObject({ answer: '["green","black"]', first_answer: '["black","green"]', tries: 2 })
    expect(after.course_version, 'the version in which it was picked').toBe(Number(before.course_version) + 1)
    await pour({ ...order, tries: 1 })
    expect(await rowOf(server, noura.uid, 'which'), 'after a later answer to the same question').toEqual(after)
  })

  test('counts after the page was passed without an answer', async () => {
    const noura = await server.signIn(newPhone())
    await answer(noura, { answer: null, tries: 1 })
    await answer(noura, { firstAnswer: 'powder', tries: 2 })
    expect(await picksOf(server, noura.uid)).toEqual(['"press"', '"powder"', 2])
  })

  test.each([
    ['no tries', { tries: 0 }],
    ['half a try', { tries: 1.5 }],
    ['tries as text', { tries: '2' as never }],
    ['a first pick that is too long', { tries: 1, firstAnswer: 'a'.repeat(20_001) }],
  ])('is refused with %s', async (_, entry) => {
    const noura = await server.signIn(newPhone())
    await expect(answer(noura, entry)).rejects.toMatchObject({ status: 400 })
  })

  test('a million tries are counted as 999', async () => {
    const noura = await server.signIn(newPhone())
    await answer(noura, { firstAnswer: 'powder', tries: 1_000_000 })
    expect(await picksOf(server, noura.uid)).toEqual(['"press"', '"powder"', 999])
  })

  test('after a merge it belongs to the answer that stays, if the accounts were asked differently', async () => {
    const noura = await server.signIn(newPhone())
    const mail = await register(server.origin, newEmail(), 'step by step 1')
    await answer(mail, { pageType: 'multiselect', answer: ['press'], firstAnswer: ['powder'], tries: 2 })
    server.clock.advance(MINUTE)
    await answer(noura, { pageType: 'multichoice', firstAnswer: 'water', tries: 4 })
    await merge(mail, noura)
    expect(await picksOf(server, mail.uid)).toEqual(['"press"', '"water"', 4])
  })

  test('after a merge it is the pick of the account that logged the page first, and the download has it', async () => {
    const noura = await server.signIn(newPhone())
    const { services, clock } = server
    const mail = await register(server.origin, newEmail(), 'step by step 1')
    await answer(mail, { firstAnswer: 'powder', tries: 2 })
    clock.advance(MINUTE)
    await answer(noura, { firstAnswer: 'water', tries: 4 })
    await merge(mail, noura)
    expect(await picksOf(server, mail.uid)).toEqual(['"press"', '"powder"', 2])
    const lessons = services.personalDataSources.find(({ name }) => name === 'lessons')
    expect(JSON.stringify((await lessons?.collect(services.db, mail.uid))?.json)).toContain(
      '"firstAnswer":"powder","tries":2',
    )
  })
})
