import { expect, test } from 'vitest'
import { getQuestion, type QuestionReport } from '../../../contract/organisation/reports.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import {
  addLearners,
  addMentor,
  type Cast,
  insertPageLogs,
  LESSON,
  member,
  NOON,
  named,
  passAMinute,
  startWithReem,
} from '../reports/testing.ts'
import { limit } from './testing.ts'

const [SALMA, KAREEM, HUDA] = ['+971590000001', '+971590000002', '+971590000003']

onEachDatabase('The answers of the people of some mentors', start => {
  test('are counted without those of others, in groups of ten, and each mentor as everybody sees them', async () => {
    const { cast, omar, salma, kareem, huda } = await startWithMentors()
    await answer(cast, 's', { mentor: salma, count: 20 })
    await answer(cast, 'k', { mentor: kareem, count: 10, after: 40 })
    await answer(cast, 'h', { mentor: huda, count: 30, after: 60 })
    const report = await ask(cast, omar)
    expect([report.people, report.given]).toEqual([30, 30])
    for (const mentor of [salma, kareem]) {
      const query = { mentor: String(mentor) }
      expect((await ask(cast, omar, query)).answers).toEqual((await ask(cast, cast.reem, query)).answers)
    }
    expect(await ask(cast, omar, { mentor: String(huda) })).toMatchObject({ people: 0, given: 0, answers: null })
    expect(await ask(cast, omar, { mentor: 'none' })).toMatchObject({ people: 0, given: 0, answers: null })
  })

  test('are not shown if all people but a few are theirs: the rest would be found by subtraction', async () => {
    const { cast, omar, salma, kareem, huda } = await startWithMentors()
    await answer(cast, 's', { mentor: salma, count: 10 })
    await answer(cast, 'h', { mentor: huda, count: 1, after: 10 })
    await answer(cast, 'k', { mentor: kareem, count: 20, after: 20 })
    expect((await ask(cast, cast.reem)).people).toBe(30)
    // Omar's thirty people would differ from the thirty that Reem sees in one person: Huda's only learner.
    expect((await ask(cast, omar)).people).toBe(0)
    expect((await ask(cast, omar)).versions).toEqual([])
  })

  test('are not shown if all of them but a few are those of one mentor, who is shown', async () => {
    const { cast, omar, salma, kareem, huda } = await startWithMentors()
    await answer(cast, 'k', { mentor: kareem, count: 1 })
    await answer(cast, 's', { mentor: salma, count: 20, after: 1 })
    await answer(cast, 'h', { mentor: huda, count: 30, after: 60 })
    await answer(cast, 'rest', { mentor: null, count: 15, after: 120 })
    const bySalma = await ask(cast, omar, { mentor: String(salma) })
    const all = await ask(cast, omar)
    expect([bySalma.people, all.people].toSorted(), 'never both').toEqual([0, 0])
    expect(all.given).toBe(20)
  })

  test('cannot be divided by a link or a version as well', async () => {
    const { cast, omar, salma } = await startWithMentors()
    await answer(cast, 's', { mentor: salma, count: 20 })
    for (const query of [{ link: 'none' }, { version: '1' }])
      await expect(ask(cast, omar, query)).rejects.toMatchObject({ status: 400, code: 'bad-request' })
    expect((await ask(cast, cast.reem, { version: '1' })).people).toBe(20)
  })

  async function startWithMentors() {
    const cast = await startWithReem(start)
    const omar = await member(cast, '+971502222222', [])
    const [salma, kareem, huda] = [
      (await addMentor(cast, 'Salma', SALMA)).id,
      (await addMentor(cast, 'Kareem', KAREEM)).id,
      (await addMentor(cast, 'Huda', HUDA)).id,
    ]
    await limit(cast.reem, omar, [salma, kareem])
    return { cast, omar, salma, kareem, huda }
  }

  type Answers = { mentor: number | null; count: number; after?: number }

  /** Adds learners whose answers are a minute apart. The first answer comes after `after` minutes. */
  async function answer(cast: Cast, name: string, { mentor, count, after = 0 }: Answers): Promise<void> {
    const people = named(name, count)
    await addLearners(cast, people, { responder_id: mentor })
    await insertPageLogs(
      cast,
      people.map((uid, index) => ({
        ...{ uid, page: 'first-step', at: NOON - DAY + (after + index) * MINUTE, page_type: 'multichoice' },
        ...{ answer: '"press"', first_answer: index % 2 ? '"press"' : '"powder"', tries: 1, course_version: 1 },
      })),
    )
  }

  async function ask(cast: Cast, who: Person, query: object = {}): Promise<QuestionReport> {
    passAMinute(cast)
    return (await who.call(getQuestion, { query: { lesson: LESSON, page: 'first-step', ...query } })).data
  }
})
