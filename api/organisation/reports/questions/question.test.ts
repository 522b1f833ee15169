import { expect, test } from 'vitest'
import { getChoiceCounts } from '../../../../contract/organisation/courses.ts'
import { getQuestion, getQuestions, type QuestionReport } from '../../../../contract/organisation/reports.ts'
import { DAY, HOUR, MINUTE } from '../../../../contract/time.ts'
import type { Tables } from '../../../database/tables.ts'
import { onEachDatabase } from '../../../testing.ts'
import {
  addLearners,
  addMentor,
  type Cast,
  COURSE,
  insertPageLogs,
  LESSON,
  NOON,
  named,
  passAMinute,
  startWithReem,
} from '../testing.ts'

onEachDatabase('Answers to a question', start => {
  type Pick = { first: string; tries?: number; version?: number; at?: number }

  /** Adds people who picked these answers first, and then found the right one. Their picks are a minute apart. */
  async function pick(
    cast: Cast,
    name: string,
    picks: readonly Pick[],
    row: Partial<Tables['users']> = {},
  ): Promise<void> {
    const people = named(name, picks.length)
    await addLearners(cast, people, row)
    await insertPageLogs(
      cast,
      picks.map(({ first, tries = first === 'press' ? 1 : 2, version = 1, at = NOON - DAY }, index) => ({
        ...{ uid: people[index] as string, page: 'first-step', at: at + index * MINUTE, page_type: 'multichoice' },
        ...{ answer: '"press"', first_answer: JSON.stringify(first), tries, course_version: version },
      })),
    )
  }

  function times<T>(count: number, value: T): T[] {
    return Array.from({ length: count }, () => value)
  }

  /** Mixes the picks, so that each group of ten has some of each. */
  function mixed(counts: Record<string, number>): Pick[] {
    const left = Object.entries(counts).map(([first, count]) => times<Pick>(count, { first }))
    const rows: Pick[] = []
    for (let index = 0; left.some(list => index < list.length); index++)
      for (const list of left) if (list[index]) rows.push(list[index] as Pick)
    return rows
  }

  async function ask(cast: Cast, query: object = {}, page = 'first-step'): Promise<QuestionReport> {
    passAMinute(cast)
    return (await cast.reem.call(getQuestion, { query: { lesson: LESSON, page, ...query } })).data
  }

  function countsIn(report: QuestionReport) {
    return report.answers && Object.fromEntries(report.answers.chosen.map(({ id, count }) => [id, count]))
  }

  test('sixty people: what they picked first, in fives, how many tries, and the wrong answer that tempts', async () => {
    const cast = await startWithReem(start)
    await pick(cast, 'p', mixed({ press: 39, powder: 17, wait: 4 }))
    const report = await ask(cast)
    expect(report.people).toBe(60)
    expect(countsIn(report)).toMatchObject({ press: 40, powder: 15 })
    expect(Object.values(countsIn(report) ?? {}).filter(count => count === null)).toHaveLength(2)
    expect(report.answers?.tries).toEqual({ first: 40, second: 20, later: null })
    expect(report.finding).toMatchObject({ code: 'wrong-answer', id: 'powder', count: 15, people: 60 })
  })

  test('nothing is said about nine people; the list says how many they are', async () => {
    const cast = await startWithReem(start)
    await pick(cast, 'p', times(9, { first: 'powder' }))
    const report = await ask(cast)
    expect(report).toMatchObject({ people: 0, given: 9, answers: null, versions: [], finding: null })
    const words = new URLSearchParams({ lesson: LESSON, page: 'first-step', format: 'csv', reader: 'en' })
    const headers = { Authorization: `Bearer ${cast.reem.idToken}` }
    const file = await fetch(`${cast.server.origin}/org/v1/reports/question?${words}`, { headers })
    expect(await file.text(), 'the file says why').toContain('No answers: fewer than 10 people answered')
    const { data } = await cast.reem.call(getQuestions, { query: {} })
    expect(data.questions).toMatchObject([{ pageId: 'first-step', number: 3, people: 9 }])
  })

  test('two ranges that differ in one person show the same', async () => {
    const cast = await startWithReem(start)
    await pick(cast, 'p', mixed({ press: 22, powder: 13 }))
    await pick(cast, 'one', [{ first: 'wait', at: NOON - 3 * HOUR }])
    const before = await ask(cast, { to: '2026-11-22' })
    const after = await ask(cast, { to: '2026-11-23' })
    expect(after.people).toBe(30)
    expect([after.answers, after.people]).toEqual([before.answers, before.people])
  })

  test('a person who comes first or last in a range changes nothing by moving its ends', async () => {
    const cast = await startWithReem(start)
    await pick(cast, 'early', [{ first: 'wait', at: NOON - 6 * DAY }])
    await pick(cast, 'p', mixed({ press: 20, powder: 14 }))
    const all = await ask(cast, { from: '2026-11-01' })
    const without = await ask(cast, { from: '2026-11-18' })
    expect([without.answers, without.people]).toEqual([all.answers, all.people])
  })

  test('a mentor with few learners is not shown, and cannot be found as the rest of the others', async () => {
    const cast = await startWithReem(start)
    const [salma, kareem, huda] = [
      await addMentor(cast, 'Salma', '+971590000001'),
      await addMentor(cast, 'Kareem', '+971590000002'),
      await addMentor(cast, 'Huda', '+971590000003'),
    ]
    await pick(cast, 's', mixed({ press: 20, powder: 10 }), { responder_id: salma.id })
    await pick(cast, 'k', mixed({ press: 10, powder: 5 }), { responder_id: kareem.id })
    await pick(cast, 'h', [{ first: 'wait' }], { responder_id: huda.id })
    const people = async (mentor: number) => (await ask(cast, { mentor: String(mentor) })).people
    expect(await people(huda.id)).toBe(0)
    // If both Salma's and Kareem's people were shown, the total would give away Huda's only learner.
    expect(await people(kareem.id)).toBe(0)
    expect(await people(salma.id)).toBe(30)
  })

  test('a link is not shown if all its people but one are those of a mentor, and is shown if all are', async () => {
    const cast = await startWithReem(start)
    const [salma, kareem] = [
      await addMentor(cast, 'Salma', '+971590000001'),
      await addMentor(cast, 'Kareem', '+971590000002'),
    ]
    // Ten people came by the link of Irbid, and one of them has moved to Kareem. Salma has one more learner.
    await pick(cast, 'i', mixed({ press: 5, powder: 4 }), { responder_id: salma.id, invitation_id: 'irbid' })
    await pick(cast, 'moved', [{ first: 'wait', at: NOON - DAY + HOUR }], {
      ...{ responder_id: kareem.id, invitation_id: 'irbid' },
    })
    await pick(cast, 's', [{ first: 'press', at: NOON - DAY + 2 * HOUR }], { responder_id: salma.id })
    await pick(cast, 'k', mixed({ press: 20, powder: 19 }), { responder_id: kareem.id, invitation_id: 'amman' })
    const shown = async (query: object) => (await ask(cast, query)).people
    expect(await shown({ mentor: String(salma.id) })).toBe(10)
    expect(await shown({ link: 'irbid' })).toBe(0)
    await cast.db.updateTable('users').set({ responder_id: salma.id }).where('uid', '=', 'moved1').execute()
    await cast.db.updateTable('users').set({ invitation_id: 'irbid' }).where('uid', '=', 's1').execute()
    expect(await shown({ link: 'irbid' })).toBe(10)
  })

  test('groups of ten in which two versions meet belong to neither', async () => {
    const cast = await startWithReem(start)
    const ofVersion = (version: number, count: number, at: number) =>
      times<Pick>(count, { first: 'press', version, at })
    await pick(cast, 'a', ofVersion(1, 13, NOON - 5 * DAY))
    await pick(cast, 'b', ofVersion(2, 27, NOON - DAY))
    const { people, versions } = await ask(cast)
    expect(people).toBe(40)
    expect(versions).toEqual([
      { version: 1, people: 10, right: 10 },
      { version: 2, people: 20, right: 20 },
    ])
  })

  test('before and after a version: how many were right at once', async () => {
    const cast = await startWithReem(start)
    await pick(
      cast,
      'a',
      mixed({ press: 10, powder: 10 }).map(one => ({ ...one, version: 1, at: NOON - 5 * DAY })),
    )
    await pick(
      cast,
      'b',
      mixed({ press: 16, powder: 4 }).map(one => ({ ...one, version: 2 })),
    )
    const report = await ask(cast)
    expect(report.versions).toEqual([
      { version: 1, people: 20, right: 10 },
      { version: 2, people: 20, right: 15 },
    ])
    expect(countsIn(await ask(cast, { version: '2' }))).toMatchObject({ press: 15 })
  })

  test('answers of earlier clients, of which only the last pick is known, are not taken for first picks', async () => {
    const cast = await startWithReem(start)
    const people = named('old', 20)
    await addLearners(cast, people)
    await insertPageLogs(
      cast,
      people.map(uid => ({ uid, page: 'first-step', at: NOON - DAY, answer: '"press"', page_type: 'multichoice' })),
    )
    expect((await ask(cast)).answers).toBeNull()
  })

  test('a slider as bars with its middle, words to place by the place that goes wrong, opened answers by how many', async () => {
    const cast = await startWithReem(start)
    const people = named('p', 20)
    await addLearners(cast, people)
    const given = (page: string, type: string, answer: (index: number) => object) =>
      people.map((uid, index) => ({ uid, page, at: NOON - DAY + index, page_type: type, ...answer(index) }))
    const wrong = JSON.stringify(['pressure', 'gauze', 'water'])
    const right = JSON.stringify(['pressure', 'water', 'gauze'])
    await insertPageLogs(cast, [
      ...given('confidence', 'number', index => ({ answer: `"${index < 12 ? 7 : 3}"` })),
      ...given('words', 'match-blanks', index => ({
        answer: right,
        first_answer: index < 12 ? wrong : right,
        tries: 1,
      })),
      ...given('kit', 'multiselect', index => ({
        answer: JSON.stringify(index < 15 ? ['gauze', 'gloves'] : ['gloves']),
      })),
    ])
    const { answers: slider } = await ask(cast, {}, 'confidence')
    expect(slider?.numbers?.middle).toBe(7)
    expect(slider?.numbers?.bars.filter(({ count }) => count !== null)).toMatchObject([{ count: 10 }, { count: 10 }])
    const { answers: words } = await ask(cast, {}, 'words')
    expect(words?.places.map(({ wrong }) => wrong)).toEqual([null, 10, 10])
    expect(countsIn(await ask(cast, {}, 'kit'))).toMatchObject({ gauze: 15, gloves: 20 })
  })

  test('of answers in own words: how many, never a word, not even of a question that was a choice before', async () => {
    const cast = await startWithReem(start)
    const people = named('p', 20)
    await addLearners(cast, people)
    const filename = (uid: string) => `${uid}-x.mp3`
    await insertPageLogs(
      cast,
      people.map((uid, index) => ({
        ...{ uid, page: 'last-time', at: NOON - DAY + index, page_type: 'text-response', is_own_words: 1 },
        ...{ answer: JSON.stringify(index < 10 ? 'PLANTED SENTENCE' : `audio:${filename(uid)}`) },
        ...{ reviewed_at: index < 5 ? NOON : null },
      })),
    )
    const recording = { lesson_id: LESSON, page_id: 'last-time', page_number: 9, bytes: 1, sha256: 'x', created_at: 1 }
    await cast.db
      .insertInto('recordings')
      .values(
        people
          .slice(10)
          .map(uid => ({ ...recording, uid, filename: filename(uid), storage_key: uid, duration_ms: 21_000 })),
      )
      .execute()
    const report = await ask(cast, {}, 'last-time')
    expect(report.answers?.words).toEqual({ written: 10, spoken: 10, reviewed: 5, seconds: 20 })
    await insertPageLogs(
      cast,
      named('p', 20).map(uid => ({ uid, page: 'kit', at: NOON - DAY, answer: '["PLANTED SENTENCE"]' })),
    )
    expect(JSON.stringify([report, await ask(cast, {}, 'kit'), await ask(cast)])).not.toContain('PLANTED')
  })

  test('an author who changes an answer reads how many chose it, and of five learners only that they answered', async () => {
    const cast = await startWithReem(start)
    const query = { lesson: LESSON, page: 'first-step' }
    const chosen = async () => {
      passAMinute(cast)
      return (await cast.reem.call(getChoiceCounts, { params: { id: COURSE }, query })).data
    }
    const counts = ({ answers }: Awaited<ReturnType<typeof chosen>>) => answers.map(({ count }) => count)
    const { answers } = await chosen()
    const [one = '', other = ''] = answers.map(({ id }) => id)
    expect(counts(await chosen())).toEqual([null, null, null, null])
    await pick(cast, 'Noura', times(5, { first: one }))
    expect(await chosen()).toMatchObject({ given: 5, isCounted: false })
    expect(counts(await chosen())).toEqual([null, null, null, null])
    // An eleventh answer changes nothing. So nobody finds what one person chose by looking twice.
    await pick(cast, 'Yousef', [...times(2, { first: one }), ...times(3, { first: other })])
    const ten = await chosen()
    expect([ten.isCounted, counts(ten)]).toEqual([true, [5, null, null, null]])
    await pick(cast, 'Huda', [{ first: other, at: NOON - HOUR }])
    expect(counts(await chosen())).toEqual(counts(ten))
    // A page of another course is not counted.
    const elsewhere = { params: { id: 'tea' }, query }
    expect((await cast.reem.call(getChoiceCounts, elsewhere)).data).toEqual({ given: 0, isCounted: false, answers: [] })
  })
})
