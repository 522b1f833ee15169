import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { listCourses } from '../../../contract/courses.ts'
import { withdrawCourse } from '../../../contract/organisation/course-versions.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import * as calls from '../../../contract/organisation/reports.ts'
import { csvLines } from '../../../contract/text/csv.ts'
import { DAY } from '../../../contract/time.ts'
import { onEachDatabase } from '../../testing.ts'
import { readWorkbook } from './files/testing-workbook.ts'
import {
  addLearners,
  addMentor,
  type Cast,
  COURSE,
  insertPageLogs,
  LESSON,
  member,
  NOON,
  nameAlike,
  named,
  PAGES,
  passAMinute,
  startWithReem,
  walk,
} from './testing.ts'

onEachDatabase('Reports', start => {
  test('the funnel of 88 people shows where they stopped, and names the page that costs most', async () => {
    const cast = await startWithReem(start)
    const people = named('p', 88)
    await addLearners(cast, people)
    const at = NOON - 10 * DAY
    // 53 people finish. 20 stop at the fourth page, 10 at the last but one, and 2 at the second. 3 have been at the
    // fourth since yesterday.
    await walk(cast, people.slice(0, 53), 9, at)
    await walk(cast, people.slice(53, 73), 3, at)
    await walk(cast, people.slice(73, 83), 7, at)
    await walk(cast, people.slice(83, 86), 3, NOON - DAY)
    await walk(cast, people.slice(86), 1, at)
    const { data } = await cast.reem.call(calls.getCourseFunnel, { query: { course: COURSE } })
    expect(data.lesson).toMatchObject({ lessonId: LESSON, began: 88, finished: 53 })
    const shown = data.lesson?.pages.map(page => [
      page.pageId,
      page.reached,
      page.wentOn,
      page.stopped,
      page.stillThere,
    ])
    expect(shown).toEqual([
      ['start', 88, 88, 0, 0],
      ['pressure', 88, 86, 2, 0],
      ['first-step', 86, 86, 0, 0],
      ['kit', 86, 63, 20, 3],
      ['kinds', 63, 63, 0, 0],
      ['words', 63, 63, 0, 0],
      ['confidence', 63, 63, 0, 0],
      ['kit-this-year', 63, 53, 10, 0],
      ['last-time', 53, 53, 0, 0],
    ])
    expect(data.finding).toMatchObject({ code: 'page-stops', pageId: 'kit', stopped: 20, reached: 86 })
    expect(data.lesson?.pages.filter(page => page.isMostCostly).map(page => page.pageId)).toEqual(['kit'])
  })

  test('a page that was put in later counts for those only who met it', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['early', 'late'])
    // The early person had finished before the page `kit` was added.
    const early = PAGES.filter(page => page !== 'kit')
    await insertPageLogs(
      cast,
      early.map(page => ({ uid: 'early', page, at: NOON - 9 * DAY })),
    )
    await cast.db.insertInto('completed_lessons').values({ uid: 'early', lesson_id: LESSON, completed_at: 1 }).execute()
    await walk(cast, ['late'], 4, NOON - 9 * DAY)
    const { data } = await cast.reem.call(calls.getCourseFunnel, { query: { course: COURSE } })
    expect(data.lesson?.pages.find(page => page.pageId === 'kit')).toMatchObject({ reached: 1, wentOn: 1 })
  })

  test('silent people are grouped by where they stopped, those who wait for an answer apart', async () => {
    const cast = await startWithReem(start)
    const { id } = await addMentor(cast, 'Kareem', '+971590000001')
    await addLearners(cast, ['asked', 'a', 'b', 'there', 'finished', 'fresh', 'blocked', 'leaving'], {
      responder_id: id,
    })
    await addLearners(cast, ['idle'])
    await cast.db.updateTable('users').set({ blocked_at: 1 }).where('uid', '=', 'blocked').execute()
    await cast.db.updateTable('users').set({ erase_at: 1 }).where('uid', '=', 'leaving').execute()
    const at = NOON - 20 * DAY
    await walk(cast, ['asked', 'a', 'b', 'there', 'blocked', 'leaving'], 2, at)
    await insertPageLogs(cast, [
      { uid: 'there', page: 'kit', at: NOON - DAY },
      { uid: 'fresh', page: 'start', at: NOON - DAY },
      { uid: 'finished', lesson: 'first-aid-en-choking', page: lastPageOf(cast, 'first-aid-en-choking'), at },
    ])
    await complete(cast, ['finished'], 'first-aid-en-choking', at)
    const wait = { kind: 'message', lesson_id: '', page_id: '', ended_at: null, ended_by: null, how: null } as const
    await cast.db
      .insertInto('waits')
      .values({ ...wait, learner_uid: 'asked', began_at: at, is_voice: 0 })
      .execute()
    const { data } = await cast.reem.call(calls.getSilentReport, { query: {} })
    expect(
      data.groups.map(({ code, pageId, mentorName, people }) => [
        code,
        pageId ?? mentorName,
        people.map(one => one.uid),
      ]),
    ).toEqual([
      ['unanswered', 'Kareem', ['asked']],
      ['stopped', 'first-step', ['a', 'b']],
    ])
    expect(data).toMatchObject({ count: 3, notStarted: 1, afterDays: 14, finding: { code: 'unanswered', count: 1 } })
    await nameAlike(cast, 'Noura', { a: '+962790001111', idle: '+962790002222' })
    passAMinute(cast)
    const { groups } = (await cast.reem.call(calls.getSilentReport, { query: {} })).data
    expect(groups[1]?.people.map(({ name, digits }) => [name, digits])).toEqual([
      ['Noura', '1111'],
      ['Name of b', undefined],
    ])
    const ofNobody = await cast.reem.call(calls.getSilentReport, { query: { mentor: 'none' } })
    expect(ofNobody.data).toMatchObject({ count: 0, notStarted: 1 })
  })

  test('a silent person without a name is known by their phone or e-mail, on the screen and in the file', async () => {
    const cast = await startWithReem(start)
    const nameless = { display_name: null }
    await addLearners(cast, ['byPhone'], { ...nameless, phone_number: '+962790001111' })
    await addLearners(cast, ['byMail'], { ...nameless, email: 'noura@example.org' })
    await addLearners(cast, ['named'], { phone_number: '+962790002222' })
    const all = ['byPhone', 'byMail', 'named']
    await walk(cast, all, 1, NOON - 20 * DAY)
    const spoken = {
      kind: 'message',
      lesson_id: '',
      page_id: '',
      ended_at: null,
      ended_by: null,
      how: null,
      is_voice: 1,
    }
    const waits = all.map(uid => ({ ...spoken, kind: 'message' as const, learner_uid: uid, began_at: NOON - DAY }))
    await cast.db.insertInto('waits').values(waits).execute()
    const silent = (await cast.reem.call(calls.getSilentReport, { query: {} })).data.groups[0]?.people
    const voices = (await cast.reem.call(calls.getVoiceReport, { query: {} })).data.mentors[0]?.waiting
    for (const people of [silent, voices])
      expect(new Map(people?.map(({ uid, name, contact }) => [uid, [name, contact]]))).toEqual(
        new Map([
          ['byPhone', [null, '+962790001111']],
          ['byMail', [null, 'noura@example.org']],
          ['named', ['Name of named', undefined]],
        ]),
      )
    for (const path of ['silent', 'voices']) {
      const { bytes } = await fileFrom(cast, `/org/v1/reports/${path}?format=csv&reader=en`)
      expect(bytes.toString()).toContain(",'+962790001111,")
      expect(bytes.toString()).toContain(',noura@example.org,')
    }
  })

  test('each silent person is in the one lesson where they stopped, and was silent before by the same rule', async () => {
    const cast = await startWithReem(start)
    await cast.server.importCourse('courses/first-steps-en')
    const people = named('p', 5)
    await addLearners(cast, [...people, 'noura'])
    // They finished a course two months ago. Ten days later they began another one, and stopped.
    const [first, last, next] = [LESSON, 'first-aid-en-choking', 'first-steps-en-welcome']
    const at = NOON - 60 * DAY
    await walk(cast, people, 9, at)
    await insertPageLogs(
      cast,
      people.flatMap(uid => [
        { uid, lesson: last, page: lastPageOf(cast, last), at: at + DAY },
        { uid, lesson: next, page: 'start', at: at + 10 * DAY },
      ]),
    )
    await complete(cast, people, last, at + DAY)
    await walk(cast, ['noura'], 2, NOON - 20 * DAY)
    const ask = async (query: object) => (await cast.reem.call(calls.getSilentReport, { query })).data
    expect(await ask({})).toMatchObject({ count: 6, finding: { code: 'more-silent', count: 6, before: 5 } })
    expect(await ask({ lesson: next })).toMatchObject({ count: 5, finding: null })
    expect((await ask({ lesson: first })).groups.map(({ people }) => people.map(({ uid }) => uid))).toEqual([['noura']])
    expect(await ask({ course: COURSE })).toMatchObject({ count: 1, finding: { code: 'more-silent', before: 0 } })
  })

  test('an author sees no name and no list of people, a learner sees nothing, a coordinator both', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['noura'])
    await walk(cast, ['noura'], 2, NOON - 20 * DAY)
    const [coordinator, author] = [
      await member(cast, '+971502222222', ['coordinator']),
      await member(cast, '+971503333333', ['author']),
    ]
    const learner = await cast.server.signIn('+971504444444')
    const asks = {
      overview: [calls.getOverview, {}],
      courses: [calls.getCourseFunnel, { course: COURSE }],
      questions: [calls.getQuestions, {}],
      question: [calls.getQuestion, { lesson: LESSON, page: 'first-step' }],
      mentors: [calls.getMentorReport, {}],
      silent: [calls.getSilentReport, {}],
      voices: [calls.getVoiceReport, {}],
    } as const
    const allowed = async (who: typeof reem) => {
      const names: string[] = []
      for (const [name, [call, query]] of Object.entries(asks)) {
        const reply: unknown = await who
          .call(call as never, { query } as never)
          .catch((error: { status: number }) => error.status)
        if (reply === 403) continue
        names.push(name)
        expect([name, JSON.stringify(reply).includes('Name of')]).toEqual([name, name === 'silent'])
      }
      return names
    }
    const { reem } = cast
    expect(await allowed(reem)).toEqual(Object.keys(asks))
    expect(await allowed(coordinator)).toEqual(Object.keys(asks))
    expect(await allowed(author)).toEqual(['overview', 'courses', 'questions', 'question'])
    expect(await allowed(learner)).toEqual([])
  })

  test('a report is kept for a minute, for everybody who may see it', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['noura'])
    const learned = async () => (await cast.reem.call(calls.getOverview, { query: {} })).data.total.learned
    expect(await learned()).toBe(0)
    await walk(cast, ['noura'], 1, NOON - DAY)
    expect(await learned()).toBe(0)
    passAMinute(cast)
    expect(await learned()).toBe(1)
  })

  test('a file has what the screen shows: a mark for Excel, titles in the language of its reader, no formulas', async () => {
    const cast = await startWithReem(start)
    await addLearners(cast, ['evil', 'plain'])
    await cast.db.updateTable('users').set({ display_name: '=HYPERLINK("x"),1' }).where('uid', '=', 'evil').execute()
    await walk(cast, ['evil', 'plain'], 2, NOON - 20 * DAY)
    const file = async (path: string) => {
      const { name, bytes } = await fileFrom(cast, `/org/v1/reports/${path}`)
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      return { name, lines: bytes.toString().slice(1).split('\r\n') }
    }
    const silent = await file('silent?format=csv&reader=en')
    expect(silent.lines).toEqual([
      'Place,Lesson,Name,Last here,Mentor',
      expect.stringMatching(/,Name of plain,2026-11-03T12:01:00\+03:00,No mentor$|"'=HYPERLINK\(""x""\),1"/),
      expect.stringMatching(/,Name of plain,2026-11-03T12:01:00\+03:00,No mentor$|"'=HYPERLINK\(""x""\),1"/),
      '',
    ])
    expect(silent.lines.join()).toContain(`"'=HYPERLINK(""x""),1"`)
    const funnel = await file(`courses?course=${COURSE}&from=2026-11-01&format=csv&reader=ar`)
    expect(funnel.name).toBe('attachment; filename="report-courses-2026-11-01-2026-11-23.csv"')
    expect(funnel.lines[0]).toBe('الدرس,الرقم,الصفحة,وصلوا إليها,تابعوا,توقّفوا هنا,هنا منذ أقلّ من ثلاثة أيام')
    expect(funnel.lines[3]).toMatch(/,3,.*,2,0,2,0$/)
    // The screen shows a hundred of the people who stopped at a page. The file has all of them, to call them.
    await addLearners(cast, named('many', 101))
    await walk(cast, named('many', 101), 1, NOON - 20 * DAY)
    passAMinute(cast)
    const { data } = await cast.reem.call(calls.getSilentReport, { query: {} })
    expect(data.groups.map(({ count, people }) => [count, people.length])).toEqual([
      [101, 100],
      [2, 2],
    ])
    const whole = await file('silent?format=csv&reader=en')
    expect(whole.lines.filter(line => line.includes('Name of many'))).toHaveLength(101)
  })

  test('a workbook has what the CSV has: each cell of each report and of the log, in both languages', async () => {
    const cast = await startWithReem(start)
    const { id } = await addMentor(cast, 'سلمى حدّاد', '+971590000001')
    await addLearners(cast, named('p', 12), { responder_id: id })
    await addLearners(cast, ['evil', 'lines', 'nameless'])
    const rename = (uid: string, name: string | null) =>
      cast.db.updateTable('users').set({ display_name: name }).where('uid', '=', uid).execute()
    await rename('evil', '=HYPERLINK("x");+1')
    await rename('lines', '"+971501234567",\n_x0041_ 👩🏽‍🏫')
    await rename('nameless', null)
    await walk(cast, [...named('p', 12), 'evil', 'lines', 'nameless'], 4, NOON - 20 * DAY)
    const wait = {
      kind: 'message',
      lesson_id: '',
      page_id: '',
      ended_at: null,
      ended_by: null,
      how: null,
    } as const
    await cast.db
      .insertInto('waits')
      .values(['p1', 'evil'].map(uid => ({ ...wait, learner_uid: uid, began_at: NOON - 3 * DAY, is_voice: 1 })))
      .execute()
    const onPage = `lesson=${LESSON}&page=first-step`
    const reports = ['overview', `courses?course=${COURSE}`, 'questions', `question?${onPage}`, `versions?${onPage}`]
    const paths = [...reports, 'mentors', 'silent', 'voices'].map(path => `/org/v1/reports/${path}`)
    for (const path of [...paths, `${getAuditLog.path}?group=team`])
      for (const reader of ['ar', 'en'] as const) {
        const csv = await fileFrom(cast, `${path}${path.includes('?') ? '&' : '?'}reader=${reader}&format=csv`)
        const xlsx = await fileFrom(cast, `${path}${path.includes('?') ? '&' : '?'}reader=${reader}&format=xlsx`)
        expect(xlsx.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        expect(xlsx.name).toBe(csv.name?.replace('.csv', '.xlsx'))
        const workbook = await readWorkbook(xlsx.bytes)
        expect([workbook.isRightToLeft, workbook.frozenRows]).toEqual([reader === 'ar', 1])
        expect(workbook.boldRows).toEqual(workbook.rows.map((_, index) => index === 0))
        const { data } = Papa.parse<string[]>(csv.bytes.toString().trim())
        // This page has one version, so the table has only its headers.
        expect(data.length, path).toBeGreaterThan(path.includes('versions') ? 0 : 1)
        expect(
          workbook.rows.map(row => row.map(asInCsv)),
          path,
        ).toEqual(data.map(row => row.map(withoutZone)))
      }
  })

  describe('that nobody can have', () => {
    let cast: Cast
    beforeAll(async () => {
      cast = await startWithReem(start, { isForAll: true })
    })

    test.each([
      ['a day that does not exist', 'overview?from=2026-13-01'],
      ['the 31st of February', 'overview?from=2026-02-31'],
      ['days in the wrong order', 'overview?from=2026-11-02&to=2026-11-01'],
      ['a mentor that is no number', 'overview?mentor=abc'],
      ['no course', 'courses'],
      ['an unknown format', 'overview?format=exe'],
      ['mentor and version together', `question?lesson=${LESSON}&page=first-step&mentor=1&version=1`],
    ])('%s is refused', async (_, path) => {
      const headers = { Authorization: `Bearer ${cast.reem.idToken}` }
      const response = await fetch(`${cast.server.origin}/org/v1/reports/${path}`, { headers })
      expect(response.status).toBe(400)
    })

    test('an unknown course and an unknown page are not found', async () => {
      await expect(cast.reem.call(calls.getCourseFunnel, { query: { course: 'nowhere' } })).rejects.toMatchObject({
        status: 404,
      })
      const query = { lesson: LESSON, page: 'nowhere' }
      await expect(cast.reem.call(calls.getQuestion, { query })).rejects.toMatchObject({ status: 404 })
    })

    test('courses for beta users and withdrawn ones can be chosen, too, by everybody who reads reports', async () => {
      const { server } = cast
      await server.importCourse('courses/first-aid-ar')
      await server.services.db.updateTable('courses').set({ is_beta: 1 }).where('id', '=', 'first-aid-ar').execute()
      await cast.reem.call(withdrawCourse, { params: { id: COURSE }, body: { mayFinish: false } })
      await server.services.catalogue.refresh()
      const omar = await member(cast, '+971502222222', ['author'])
      const { data } = await omar.call(calls.listReportCourses, {})
      expect(data.map(({ id }) => id)).toEqual(['first-aid-ar', COURSE])
      expect(data[1]?.lessons.map(({ id }) => id)).toContain(LESSON)
      expect((await omar.call(listCourses, { query: {} })).data).toEqual([])
    })
  })

  async function fileFrom({ server, reem }: Cast, path: string) {
    const response = await fetch(server.origin + path, { headers: { Authorization: `Bearer ${reem.idToken}` } })
    expect(response.status, path).toBe(200)
    return {
      type: response.headers.get('content-type'),
      name: response.headers.get('content-disposition'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  async function complete({ db }: Cast, people: readonly string[], lesson_id: string, completed_at: number) {
    await db
      .insertInto('completed_lessons')
      .values(people.map(uid => ({ uid, lesson_id, completed_at })))
      .execute()
  }

  function lastPageOf({ server }: Cast, lessonId: string): string {
    return server.services.catalogue.lessonOf(lessonId)?.pageIds.at(-1) ?? ''
  }
})

/** A cell of a workbook as the same cell of a CSV, where each cell has the time zone, and not the header. */
function asInCsv(cell: Awaited<ReturnType<typeof readWorkbook>>['rows'][number][number]): string {
  if (typeof cell === 'object' && cell !== null) return cell.time.replace(/\.000Z$/, '').replace('T00:00:00', '')
  const text = typeof cell === 'string' ? cell.replace(/ \((?:توقيت الأردن|Jordan Time)\)$/, '') : cell
  const [, line = ''] = csvLines([[text]])
  return Papa.parse<string[]>(line.trim()).data[0]?.[0] ?? ''
}

function withoutZone(cell: string): string {
  return cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:\d\d$/, '$1')
}
