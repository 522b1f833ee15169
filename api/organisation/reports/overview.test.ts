import { expect, test } from 'vitest'
import { logPage } from '../../../contract/lessons.ts'
import * as calls from '../../../contract/organisation/reports.ts'
import { changeOrgSettings } from '../../../contract/organisation/settings.ts'
import { DAY } from '../../../contract/time.ts'
import { onEachDatabase } from '../../testing.ts'
import {
  addLearners,
  addMentor,
  COURSE,
  insertPageLogs,
  LESSON,
  NOON,
  named,
  PAGES,
  startWithReem,
  walk,
} from './testing.ts'

onEachDatabase('The overview', start => {
  test('the overview counts by week who learned, began, completed and is new, and says that this week is not over', async () => {
    const cast = await startWithReem(start)
    const people = named('learner', 12)
    await addLearners(cast, people)
    await addLearners(cast, ['newcomer'], { created_at: NOON - 2 * DAY })
    // Sunday 15 to Saturday 21 November was the last whole week. The week before had seven people more.
    await walk(cast, people, 2, NOON - 14 * DAY)
    await walk(cast, ['newcomer'], 9, NOON - DAY)
    await insertPageLogs(
      cast,
      people.slice(0, 5).map(uid => ({ uid, page: 'kit', at: NOON - 4 * DAY })),
    )
    const { data } = await cast.reem.call(calls.getOverview, { query: { from: '2026-11-08', to: '2026-11-23' } })
    expect(data.weeks).toMatchObject([
      { from: '2026-11-08', to: '2026-11-14', isUnfinished: false, learned: 12, began: 12, completed: 0 },
      { from: '2026-11-15', to: '2026-11-21', isUnfinished: false, learned: 5, began: 0, completed: 0 },
      { from: '2026-11-22', to: '2026-11-23', isUnfinished: true, learned: 1, began: 1, completed: 1, newPeople: 0 },
    ])
    // Reem is new, too, but she has not come to learn.
    expect(data.total).toMatchObject({ learned: 13, began: 13, completed: 1, newPeople: 1 })
    expect(data.finding).toEqual({ code: 'fewer-learned', now: 5, before: 12 })
    expect(data.range).toEqual({ from: '2026-11-08', to: '2026-11-23', timeZone: 'Asia/Amman', nearest: null })
  })

  test('a lesson that Noura finished without a network counts in the week in which she did', async () => {
    const cast = await startWithReem(start)
    const noura = await cast.server.signIn('+971502222222')
    const body = { userId: noura.uid, pageId: PAGES.at(-1) as string, pageNumber: 9, answeredAt: NOON - 3 * DAY }
    await noura.call(logPage, { params: { lessonId: LESSON }, body })
    const { data } = await cast.reem.call(calls.getOverview, { query: { from: '2026-11-15', to: '2026-11-23' } })
    expect(data.weeks.map(({ learned, began, completed }) => [learned, began, completed])).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ])
  })

  test('a day begins at midnight in the time zone of the organisation', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['noura'])
    // 23:30 UTC on the 20th is already the 21st in Amman.
    await insertPageLogs(cast, [{ uid: 'noura', page: 'start', at: Date.parse('2026-11-20T23:30Z') }])
    const learned = async (day: string) => {
      const { data } = await cast.reem.call(calls.getOverview, { query: { from: day, to: day } })
      return [data.total.learned, data.range.nearest]
    }
    expect(await learned('2026-11-20')).toEqual([0, '2026-11-21'])
    expect(await learned('2026-11-21')).toEqual([1, null])
    // Once an owner has chosen another time zone, no stored report with days of the former one is shown.
    const changes = [{ name: 'timeZone' as const, from: 'Asia/Amman', to: 'UTC' }]
    await cast.reem.call(changeOrgSettings, { body: { changes } })
    expect(await learned('2026-11-20')).toEqual([1, null])
  })

  test('a week with a clock change is an hour longer, and each page counts in its own week', async () => {
    const cast = await startWithReem(start)
    await cast.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ timeZone: 'Europe/Berlin' }) })
      .where('name', '=', 'reports')
      .execute()
    await addLearners(cast, named('p', 4))
    // Clocks went back on Sunday 25 October. The first time is on Saturday at 23:30, the second half an hour past
    // midnight.
    const times = ['2026-10-31T22:30Z', '2026-10-31T23:30Z', '2026-10-24T21:30Z', '2026-10-24T22:30Z']
    await insertPageLogs(
      cast,
      times.map((time, index) => ({ uid: `p${index + 1}`, page: 'start', at: Date.parse(time) })),
    )
    const { data } = await cast.reem.call(calls.getOverview, { query: { from: '2026-10-18', to: '2026-11-07' } })
    expect(data.weeks.map(({ from, learned, began }) => [from, learned, began])).toEqual([
      ['2026-10-18', 1, 1],
      ['2026-10-25', 2, 2],
      ['2026-11-01', 1, 1],
    ])
  })

  test('in three years each week is counted, the first as well as the last', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['noura'])
    const weeksAgo = [0, 1, 49, 50, 51, 99, 100, 101, 150]
    await insertPageLogs(
      cast,
      weeksAgo.map(week => ({ uid: 'noura', page: `page-${week}`, at: NOON - week * 7 * DAY })),
    )
    const { data } = await cast.reem.call(calls.getOverview, { query: { from: '2023-11-20', to: '2026-11-23' } })
    const learned = data.weeks.toReversed().flatMap(({ learned }, index) => (learned > 0 ? [[index, learned]] : []))
    expect(learned).toEqual(weeksAgo.map(week => [week, 1]))
    expect(data.weeks.flatMap(({ began }, index) => (began > 0 ? [index] : []))).toEqual([data.weeks.length - 151])
    expect(data.total).toMatchObject({ learned: 1, began: 1 })
  })

  test('the last 7, 30 or 90 days and this year end today', async () => {
    const cast = await startWithReem(start)
    const range = async (query: object) => {
      const { from, to } = (await cast.reem.call(calls.getOverview, { query })).data.range
      return [from, to]
    }
    expect(await range({})).toEqual(['2026-10-25', '2026-11-23'])
    expect(await range({ days: '30' })).toEqual(['2026-10-25', '2026-11-23'])
    expect(await range({ days: '7' })).toEqual(['2026-11-17', '2026-11-23'])
    expect(await range({ days: '90' })).toEqual(['2026-08-26', '2026-11-23'])
    expect(await range({ days: 'year' })).toEqual(['2026-01-01', '2026-11-23'])
  })

  test('days without anything name the nearest ones that have something', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['noura'])
    await insertPageLogs(cast, [{ uid: 'noura', page: 'start', at: NOON - 40 * DAY }])
    const query = { from: '2026-11-01', to: '2026-11-02' }
    expect((await cast.reem.call(calls.getOverview, { query })).data.range.nearest).toBe('2026-10-14')
    const course = { ...query, course: COURSE }
    expect((await cast.reem.call(calls.getCourseFunnel, { query: course })).data.range.nearest).toBe('2026-10-14')
  })

  test('the filters leave nobody out unless they say so: people by mentor add up to all', async () => {
    const cast = await startWithReem(start)
    const { id } = await addMentor(cast, 'Salma', '+971590000001')
    await addLearners(cast, named('salma', 3), { responder_id: id })
    await addLearners(cast, named('alone', 2))
    await walk(cast, [...named('salma', 3), ...named('alone', 2)], 1, NOON - DAY)
    const learned = async (query: object) =>
      (await cast.reem.call(calls.getOverview, { query: { ...query, course: COURSE } })).data.total.learned
    expect(await learned({})).toBe(5)
    expect(await learned({ mentor: String(id) })).toBe(3)
    expect(await learned({ mentor: 'none' })).toBe(2)
    expect(await learned({ language: 'en' })).toBe(5)
    expect(await learned({ language: 'ar' })).toBe(0)
  })

  test('people who came by a link are found in each report and its file; those without one are a group of their own', async () => {
    const cast = await startWithReem(start)
    const salma = await addMentor(cast, 'Salma', '+971590000001')
    const link = 'irbid'
    await addLearners(cast, named('irbid', 3), { invitation_id: link, responder_id: salma.id })
    await addLearners(cast, named('alone', 2), { responder_id: salma.id })
    await walk(cast, [...named('irbid', 3), ...named('alone', 2)], 3, NOON - 20 * DAY)
    const waiting = { kind: 'message' as const, lesson_id: '', page_id: '', is_voice: 1, ended_by: null, how: null }
    await cast.db
      .insertInto('waits')
      .values([
        { ...waiting, learner_uid: 'irbid1', began_at: NOON - DAY, ended_at: null },
        { ...waiting, learner_uid: 'alone1', began_at: NOON - DAY, ended_at: null },
      ])
      .execute()
    const ask = async (query: { link?: string; mentor?: string }) => {
      const { call } = cast.reem
      const funnel = (await call(calls.getCourseFunnel, { query: { ...query, course: COURSE } })).data
      const silent = (await call(calls.getSilentReport, { query })).data
      const { questions } = (await call(calls.getQuestions, { query })).data
      const { mentors } = (await call(calls.getMentorReport, { query })).data
      return [
        (await call(calls.getOverview, { query })).data.total.learned,
        funnel.lesson?.pages[0]?.reached,
        silent.count,
        questions.find(({ pageId }) => pageId === 'first-step')?.people,
        mentors.reduce((sum, { waiting }) => sum + waiting, 0),
        (await call(calls.getVoiceReport, { query })).data.count,
      ]
    }
    expect(await ask({})).toEqual([5, 5, 5, 5, 2, 2])
    expect(await ask({ link })).toEqual([3, 3, 3, 3, 1, 1])
    expect(await ask({ link: 'none' })).toEqual([2, 2, 2, 2, 1, 1])
    expect(await ask({ link, mentor: String(salma.id) })).toEqual([3, 3, 3, 3, 1, 1])
    const file = await fetch(`${cast.server.origin}/org/v1/reports/silent?link=${link}&format=csv`, {
      headers: { authorization: `Bearer ${cast.reem.idToken}` },
    })
    expect((await file.text()).match(/Name of \w+/g)?.toSorted()).toEqual(named('Name of irbid', 3))
  })
})
