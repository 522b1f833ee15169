import { expect, test } from 'vitest'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import { listMentors } from '../../../contract/organisation/mentors.ts'
import { getMentorReport, getVoiceReport, type MentorReport } from '../../../contract/organisation/reports.ts'
import { changeOrgSettings } from '../../../contract/organisation/settings.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import type { Tables } from '../../database/tables.ts'
import { onEachDatabase } from '../../testing.ts'
import { storeReportSettings } from './days/report-settings.ts'
import {
  addLearners,
  addMentor,
  type Cast,
  member,
  NOON,
  nameAlike,
  named,
  passAMinute,
  startWithReem,
} from './testing.ts'

onEachDatabase("Mentors' times", start => {
  type Wait = Pick<Tables['waits'], 'learner_uid' | 'began_at'> & Partial<Tables['waits']>

  async function startWithMentors() {
    const cast = await startWithReem(start)
    const hiba = await addMentor(cast, 'Hiba', '+971590000001')
    const yasser = await addMentor(cast, 'Yasser', '+971590000002')
    await addLearners(cast, named('h', 12), { responder_id: hiba.id })
    await addLearners(cast, named('y', 2), { responder_id: yasser.id })
    return { cast, hiba: hiba.id, yasser: yasser.id }
  }

  async function addWaits({ db }: Cast, waits: readonly Wait[]): Promise<void> {
    const values = waits.map(wait => ({
      ...{
        kind: 'message' as const,
        lesson_id: '',
        page_id: '',
        ended_at: null,
        ended_by: null,
        how: null,
        is_voice: 0,
      },
      ...wait,
    }))
    await db.insertInto('waits').values(values).execute()
  }

  async function ask(cast: Cast, query: object = {}): Promise<MentorReport> {
    passAMinute(cast)
    return (await cast.reem.call(getMentorReport, { query })).data
  }

  function of(report: MentorReport, id: number | null) {
    return report.mentors.find(({ mentorId }) => mentorId === id)
  }

  test('half and nine in ten of the waits of ten learners; what needed no answer is counted apart', async () => {
    const { cast, hiba, yasser } = await startWithMentors()
    const began = NOON - 3 * DAY
    await addWaits(cast, [
      ...named('h', 10).map((learner_uid, index) => ({
        ...{
          learner_uid,
          began_at: began,
          ended_at: began + (index + 1) * HOUR,
          ended_by: hiba,
          how: 'answered' as const,
        },
      })),
      { learner_uid: 'h11', began_at: began, ended_at: began + 40 * HOUR, ended_by: hiba, how: 'no-answer' },
      // This wait ended before the days of the report.
      { learner_uid: 'h12', began_at: NOON - 90 * DAY, ended_at: NOON - 50 * DAY, ended_by: hiba, how: 'answered' },
    ])
    expect(of(await ask(cast), hiba)).toMatchObject({
      ...{ halfMs: 5 * HOUR, nineInTenMs: 9 * HOUR, answered: 10, neededNone: 1 },
      ...{ waiting: 0, longestMs: null, learners: 12, capacity: 50 },
    })
    await addWaits(cast, [
      { learner_uid: 'y1', began_at: NOON - 95 * DAY, ended_at: NOON - 95 * DAY, how: 'withdrawn' },
    ])
    const before = { from: '2026-08-21', to: '2026-08-22' }
    expect((await ask(cast, before)).range.nearest, 'not the day on which a wait was taken back').toBe('2026-10-04')
    expect((await ask(cast, { ...before, mentor: String(yasser) })).range.nearest, 'none of Yasser').toBeNull()
  })

  test('a wait that goes on is in with its age, and over two days it stands out', async () => {
    const { cast, hiba } = await startWithMentors()
    await addWaits(cast, [
      { learner_uid: 'h1', began_at: NOON - 3 * DAY, is_voice: 1 },
      { learner_uid: 'h2', began_at: NOON - HOUR, ended_at: NOON, ended_by: hiba, how: 'answered' },
    ])
    const report = await ask(cast)
    const age = 3 * DAY + MINUTE
    expect(of(report, hiba)).toMatchObject({ waiting: 1, longestMs: age, unheard: 1, halfMs: HOUR, nineInTenMs: age })
    expect(report.finding).toMatchObject({ code: 'over-aim', mentorId: hiba, waiting: 1, unheard: 1 })
    expect(report.aimMs).toBe(2 * DAY)
    // The same learner waits for two more answers. That is one person who waits, and three recordings.
    await addWaits(
      cast,
      ['a', 'b'].map(page_id => ({
        ...{ learner_uid: 'h1', began_at: NOON - 2 * HOUR, is_voice: 1, kind: 'answer' as const },
        ...{ lesson_id: 'x', page_id },
      })),
    )
    expect(of(await ask(cast), hiba)).toMatchObject({ waiting: 1, unheard: 3 })
  })

  test('while a mentor is away, the time of those who stand in is theirs', async () => {
    const { cast, hiba, yasser } = await startWithMentors()
    await cast.db.updateTable('responders').set({ away_since: NOON, cover_id: hiba }).where('id', '=', yasser).execute()
    await addWaits(cast, [
      { learner_uid: 'y1', began_at: NOON - 2 * HOUR },
      { learner_uid: 'y2', began_at: NOON - 2 * HOUR, ended_at: NOON - HOUR, ended_by: hiba, how: 'answered' },
    ])
    const report = await ask(cast)
    expect(of(report, hiba)).toMatchObject({ waiting: 1, answered: 1, standsInFor: ['Yasser'] })
    expect(of(report, yasser)).toMatchObject({ waiting: 0, answered: 0, isAway: true })
  })

  test('without nights and days of rest, a wait from Thursday evening to Sunday morning is two hours', async () => {
    const { cast, hiba } = await startWithMentors()
    const amman = (time: string) => Date.parse(`2026-11-${time}:00+03:00`)
    await addWaits(cast, [
      { learner_uid: 'h1', began_at: amman('19T21:00'), ended_at: amman('22T08:00'), ended_by: hiba, how: 'answered' },
      // This message is written and answered at night.
      { learner_uid: 'h2', began_at: amman('18T23:00'), ended_at: amman('19T01:00'), ended_by: hiba, how: 'answered' },
    ])
    expect(of(await ask(cast), hiba)).toMatchObject({ halfMs: 2 * HOUR, nineInTenMs: 59 * HOUR })
    expect(of(await ask(cast, { awake: '1' }), hiba)).toMatchObject({ halfMs: 0, nineInTenMs: 2 * HOUR })
    // An owner says that Saturday and Sunday are the days of rest: Friday is a day of work.
    const restDays = { name: 'restDays' as const, from: [5, 6], to: [6, 0, 6] }
    await cast.reem.call(changeOrgSettings, { body: { changes: [restDays] } })
    expect(of(await ask(cast, { awake: '1' }), hiba)).toMatchObject({ halfMs: 0, nineInTenMs: 16 * HOUR })
    // 88 hours until Monday noon, and 22 without nights and days of rest. The aim is 48.
    await addWaits(cast, [{ learner_uid: 'h3', began_at: amman('19T20:00') }])
    const atHome = async () => (await cast.reem.call(getOrgHome, {})).data.items.some(({ kind }) => kind === 'waiting')
    expect(await atHome()).toBe(true)
    const change = { name: 'waitsAwake' as const, from: false, to: true }
    await cast.reem.call(changeOrgSettings, { body: { changes: [change] } })
    expect(await atHome()).toBe(false)
    expect(await ask(cast)).toMatchObject({ isAwake: true, finding: null })
    expect(await ask(cast, { awake: '0' })).toMatchObject({ isAwake: false, finding: { code: 'over-aim' } })
    const lateNights = { name: 'sleepsAt' as const, from: 22, to: 24 }
    await cast.reem.call(changeOrgSettings, { body: { changes: [lateNights] } })
    expect(of(await ask(cast), hiba)?.longestMs).toBe(26 * HOUR + 6 * MINUTE)
  })

  test('nights are those of the clock on the wall, also on a day of 25 hours', async () => {
    const { cast, hiba } = await startWithMentors()
    await storeReportSettings(cast.db, { timeZone: 'America/New_York', restDays: [] })
    const newYork = (time: string) => Date.parse(`2026-11-${time}:00-05:00`)
    // On the first of November the clocks went back at two.
    const asked = { began_at: newYork('01T21:30'), ended_at: newYork('02T07:30') }
    await addWaits(cast, [{ learner_uid: 'h1', ...asked, ended_by: hiba, how: 'answered' }])
    expect(of(await ask(cast, { awake: '1' }), hiba)?.halfMs).toBe(HOUR)
  })

  test('people without a mentor are a group of their own, and one who waits stands out', async () => {
    const { cast, hiba } = await startWithMentors()
    await addLearners(cast, named('alone', 3))
    await addWaits(cast, [{ learner_uid: 'alone1', began_at: NOON - HOUR }])
    const report = await ask(cast)
    expect(of(report, null)).toMatchObject({ learners: 3, waiting: 1 })
    expect(report.finding).toMatchObject({ code: 'no-mentor', waiting: 1 })
    expect((await ask(cast, { mentor: 'none' })).mentors.map(({ mentorId }) => mentorId)).toEqual([null])
    expect((await ask(cast, { mentor: String(hiba) })).mentors.map(({ name }) => name)).toEqual(['Hiba'])
  })

  test('a mentor with more learners than the limit stands out, with who has room', async () => {
    const { cast, hiba, yasser } = await startWithMentors()
    await cast.db.updateTable('responders').set({ capacity: 10 }).execute()
    expect((await ask(cast)).finding).toMatchObject({
      ...{ code: 'over-capacity', mentorId: hiba, learners: 12, capacity: 10 },
      room: [{ mentorId: yasser, room: 8 }],
    })
    // A coordinator has a mentor, too. The list of mentors counts them.
    await member(cast, '+971502222222', ['coordinator'])
    const listed = (await cast.reem.call(listMentors, {})).data.map(({ id, learners }) => [id, learners])
    expect((await ask(cast, {})).mentors.map(({ mentorId, learners }) => [mentorId, learners])).toEqual(
      expect.arrayContaining(listed),
    )
  })

  test('voices that wait, by mentor, the oldest first', async () => {
    const { cast, hiba, yasser } = await startWithMentors()
    await addWaits(cast, [
      { learner_uid: 'y1', began_at: NOON - HOUR, is_voice: 1 },
      { learner_uid: 'h1', began_at: NOON - 2 * HOUR, is_voice: 1, kind: 'answer', lesson_id: 'x', page_id: 'y' },
      { learner_uid: 'h2', began_at: NOON - 3 * HOUR, is_voice: 1 },
      { learner_uid: 'h3', began_at: NOON - 9 * HOUR },
    ])
    const { data } = await cast.reem.call(getVoiceReport, { query: {} })
    expect(data.mentors.map(({ mentorId, waiting }) => [mentorId, waiting.map(({ uid }) => uid)])).toEqual([
      [hiba, ['h2', 'h1']],
      [yasser, ['y1']],
    ])
    const first = { uid: 'h2', name: 'Name of h2', since: NOON - 3 * HOUR, ageMs: 3 * HOUR }
    expect(data.mentors[0]?.waiting[0]).toEqual(first)

    await cast.db.updateTable('responders').set({ name: 'hiba' }).where('id', '=', yasser).execute()
    await nameAlike(cast, 'Noura', { h1: '+962790001111', h2: '+962790002222' })
    passAMinute(cast)
    const { mentors } = (await cast.reem.call(getVoiceReport, { query: {} })).data
    expect(mentors[0]?.waiting.map(({ digits }) => digits)).toEqual(['2222', '1111'])
    for (const report of ['voices', 'mentors']) {
      const file = await fetch(`${cast.server.origin}/org/v1/reports/${report}?format=csv&reader=en`, {
        headers: { authorization: `Bearer ${cast.reem.idToken}` },
      })
      const text = await file.text()
      if (report === 'voices') expect(text).toContain(',Noura …2222,')
      const names = text.match(/^hiba[^,]*/gim)
      expect(new Set(names), 'two of one name are told apart').toEqual(new Set(['Hiba …0001', 'hiba …0002']))
    }
  })
})
