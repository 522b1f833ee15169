import { beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '../../../contract/all-calls.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import { getInbox } from '../../../contract/inbox/inbox.ts'
import { getLearner, markReviewed } from '../../../contract/inbox/learner.ts'
import { logPage } from '../../../contract/lessons.ts'
import { getBackupFile } from '../../../contract/organisation/backups.ts'
import { withdrawCourse } from '../../../contract/organisation/course-versions.ts'
import { getPerson, listPeople } from '../../../contract/organisation/people.ts'
import { formerSearchable } from '../../../contract/text/search-text.ts'
import { DAY, HOUR } from '../../../contract/time.ts'
import { refoldNames } from '../../account/refold-names.ts'
import { setBeta } from '../../account/user-status.ts'
import { storeValue } from '../../database/stored-values.ts'
import { LESSON, PAGE } from '../../media/testing.ts'
import { addMentor, send } from '../../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { newPhone, type Person } from '../../testing-people.ts'
import { nameIt, PHONES, startOwnedForAll, startWithTeam } from './testing.ts'

onEachDatabase('The list of people', start => {
  test('shows each with their mentor, progress, last activity and what is pressing', async () => {
    const { server, reem, noura, yousef } = await startWithLessons()
    await nameIt(noura, 'نورة سالم')
    await answer(noura, 'in my own words')
    await setBeta(server.services.db, yousef.uid, true)
    const { people, total, next, counts } = await list(reem, { sort: 'name' })
    expect(people.map(({ uid }) => uid)).toEqual(expect.arrayContaining([reem.uid, noura.uid, yousef.uid]))
    expect({ total, next }).toEqual({ total: 4, next: null })
    expect(counts).toEqual({ all: 4, waiting: 1, silent: 0, notStarted: 1, mentors: 1, team: 1 })
    expect(people[0]).toMatchObject({
      uid: noura.uid,
      name: 'نورة سالم',
      phoneNumber: PHONES.noura,
      mentor: { name: 'Salma Haddad' },
      mentorId: null,
      roles: [],
      course: { title: 'First aid at home', percent: expect.any(Number) },
      flag: { kind: 'waiting', since: expect.any(Number) },
    })
    expect(people[0]?.activeAt).toBeGreaterThan(server.clock.now() - HOUR)
    expect(people.find(({ uid }) => uid === yousef.uid)).toMatchObject({ activeAt: null, flag: { kind: 'new' } })
    server.clock.advance(8 * DAY)
    const later = await list(await server.signIn(PHONES.reem))
    expect(later.people.find(({ uid }) => uid === yousef.uid)).toMatchObject({ flag: { kind: 'beta' } })
  })

  test('can be filtered by who waits, is silent, has not started, is a mentor or in the team, and by mentor', async () => {
    const { server, reem, salma, noura, yousef } = await startWithLessons()
    const { id: huda } = await addMentor(server, 'Huda', PHONES.huda)
    await answer(noura, 'in my own words')
    const uidsOf = async (who: Person, query: Input<typeof listPeople>['query']) =>
      (await list(who, query)).people.map(({ uid }) => uid)
    expect(await uidsOf(reem, { filter: 'waiting' })).toEqual([noura.uid])
    expect(await uidsOf(reem, { filter: 'not-started' })).toEqual([yousef.uid])
    expect(await uidsOf(reem, { filter: 'mentors' })).toEqual([salma.uid])
    expect(await uidsOf(reem, { filter: 'team' })).toEqual([reem.uid])
    expect((await uidsOf(reem, { mentor: '1' })).toSorted()).toEqual([reem.uid, noura.uid, yousef.uid].toSorted())
    expect(await uidsOf(reem, { mentor: String(huda) })).toEqual([])
    const { counts } = await list(reem, { mentor: '1' })
    expect(counts, 'as the list of each filter has it').toMatchObject({ all: 3, waiting: 1, mentors: 0 })
    const { db } = server.services
    await db.updateTable('users').set({ responder_id: null }).where('uid', 'in', [reem.uid, yousef.uid]).execute()
    expect(await uidsOf(reem, { mentor: 'none' }), 'mentors and the team need none').toEqual([yousef.uid])
    const page = { lessonId: LESSON, pageId: PAGE.id }
    await salma.call(markReviewed, { params: { uid: noura.uid }, body: page })
    expect(await uidsOf(reem, { filter: 'waiting' })).toEqual([])
    server.clock.advance(15 * DAY)
    const later = await server.signIn(PHONES.reem)
    expect(await uidsOf(later, { filter: 'silent' })).toEqual([noura.uid])
    await storeValue(server.services.db, 'reports', { silentDays: 16 })
    expect(await uidsOf(later, { filter: 'silent' }), 'the settings say from when on').toEqual([])
    await storeValue(server.services.db, 'reports', {})
    await finishCourse(server, noura)
    expect(await uidsOf(later, { filter: 'silent' }), 'who finished a course is at rest, as in the report').toEqual([])
    const id = server.services.catalogue.courses()[0]?.id ?? ''
    await later.call(withdrawCourse, { params: { id }, body: { mayFinish: false } })
    expect(await uidsOf(later, { filter: 'silent' }), 'also when it is withdrawn').toEqual([])
    expect((await list(later)).counts?.silent).toBe(0)
    expect((await list(later)).people.find(({ uid }) => uid === noura.uid)?.flag).toBeNull()
    await server.services.db.updateTable('page_answers').set({ page_id: PAGE.id, lesson_id: LESSON }).execute()
    expect(await uidsOf(later, { filter: 'silent' })).toEqual([noura.uid])
    await send(await server.signIn(PHONES.noura), 1, 'I am here again')
    expect(await uidsOf(later, { filter: 'silent' })).toEqual([])
  })

  test('counts people of the team as learners only once they learn', async () => {
    const { server, reem } = await startWithLessons()
    const flagOfReem = async (who: Person) => (await list(who)).people.find(({ uid }) => uid === reem.uid)?.flag
    expect(await flagOfReem(reem)).toBeNull()
    expect((await list(reem, { filter: 'not-started' })).people.map(({ uid }) => uid)).not.toContain(reem.uid)
    await answer(reem, 'in my own words')
    await server.services.db.deleteFrom('waits').execute()
    expect(await flagOfReem(reem)).toMatchObject({ kind: 'new' })
    server.clock.advance(15 * DAY)
    const later = await server.signIn(PHONES.reem)
    expect(await flagOfReem(later)).toMatchObject({ kind: 'silent' })
    expect((await list(later, { filter: 'silent' })).people.map(({ uid }) => uid)).toEqual([reem.uid])
  })

  /** These tests change nothing, so they share 120 people and a few with names to find. */
  describe('with many people', () => {
    let server: TestServer
    let reem: Person
    beforeAll(async () => {
      const owned = await startOwnedForAll(start)
      server = owned.server
      reem = owned.reem
      for (const name of ['أحمد الخطيب', 'هبه عودة', 'موسى ٣', 'علی\u200cرضا کریمی', 'فاطمہ'])
        await nameIt(await server.signIn(newPhone()), name)
      await fillPeople(server, 120)
    })

    test.each([
      ['احمد الخطيب', ['أحمد الخطيب']],
      ['أَحْمَد', ['أحمد الخطيب']],
      ['الخطيب احمد', ['أحمد الخطيب']],
      ['هبة', ['هبه عودة']],
      ['هــبــة عوده', ['هبه عودة']],
      ['موسي', ['موسى ٣']],
      ['موسى 3', ['موسى ٣']],
      // A name as it is copied from a chat, with marks of direction.
      ['\u200fأحمد الخطيب\u200f', ['أحمد الخطيب']],
      // The same letters as Persian, Urdu and Arabic keyboards write them.
      ['علي رضا', ['علی\u200cرضا کریمی']],
      ['كريمي', ['علی\u200cرضا کریمی']],
      ['علیرضا', ['علی\u200cرضا کریمی']],
      ['موسی ۳', ['موسى ٣']],
      ['فاطمة', ['فاطمہ']],
      ['MOUSSA', []],
      ['%', []],
    ])('finds %s by folded letters', async (q, names) => {
      expect((await list(reem, { q })).people.map(({ name }) => name)).toEqual(names)
    })

    test('a name that the former release stored is found as it was, and within an hour in any spelling', async () => {
      const { db } = server.services
      const found = async (q: string) => (await list(reem, { q })).people.length
      const name_key = formerSearchable('شیرین نیکو')
      await db.updateTable('users').set({ name_key }).where('uid', 'in', ['person1', 'person2']).execute()
      expect([await found('شیرین'), await found('شيرين')]).toEqual([2, 0])
      await refoldNames(db)
      expect([await found('شیرین'), await found('شيرين')]).toEqual([2, 2])
    })

    test.each(['active', 'name', 'joined', 'waiting'] as const)(
      'is sorted by %s in pages of 50 without a gap or a repetition',
      async sort => {
        for (const isReversed of [undefined, 'true'] as const) {
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const page = await list(reem, {
              sort,
              ...(isReversed ? { isReversed } : {}),
              ...(cursor ? { cursor } : {}),
            })
            seen.push(...page.people.map(({ uid }) => uid))
            expect(page.total === null).toBe(cursor !== undefined)
            cursor = page.next ?? undefined
          } while (cursor)
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen).toHaveLength(126)
        }
        for (const text of ['x', '[1.5,"u"]', '[1e300,"u"]', '["\\u0000","u"]', '[0,"\\u0000"]']) {
          const cursor = Buffer.from(text).toString('base64url')
          await expect(list(reem, { sort, cursor }), text).rejects.toMatchObject({ code: 'bad-request' })
        }
      },
    )

    test('names a learner who writes while the pages of the last active are read', async () => {
      const uid = 'person0'
      const be = (active_at: number | null) =>
        server.services.db.updateTable('users').set({ active_at }).where('uid', '=', uid).execute()
      const { people, next } = await list(reem)
      expect(people.map(one => one.uid)).not.toContain(uid)
      await be(server.clock.now())
      const rest: string[] = []
      for (let cursor = next; cursor; ) {
        const page = await list(reem, { cursor })
        rest.push(...page.people.map(one => one.uid))
        cursor = page.next
      }
      expect(rest).toContain(uid)
      await be(null)
    })
  })

  /** Phones show a number from the contacts with marks of direction around it. */
  const COPIED = '\u202a+962 79 012 3456\u202c'

  test('finds a phone in any spelling, and an e-mail address', async () => {
    const { server, reem } = await startWithTeam(start)
    const amal = await server.signIn('+962790123456')
    for (const q of [
      '+962 79 012 34 56',
      '00962790123456',
      '079 012 3456',
      '٠٧٩٠١٢٣٤٥٦',
      '(079) 0123456',
      '3456',
      COPIED,
    ])
      expect(
        (await list(reem, { q })).people.map(({ uid }) => uid),
        q,
      ).toEqual([amal.uid])
    await server.services.db
      .updateTable('users')
      .set({ email: 'amal@example.org' })
      .where('uid', '=', amal.uid)
      .execute()
    expect((await list(reem, { q: 'AMAL@example' })).people.map(({ uid }) => uid)).toEqual([amal.uid])
    expect((await list(reem, { q: '0799' })).people).toEqual([])
  })

  test('of one person shows progress and times by lesson, who answered, and what the team did', async () => {
    const { server, reem, salma, noura, mentorId: salmaId } = await startWithLessons()
    await answer(noura, 'in my own words')
    server.clock.advance(HOUR / 2)
    await send(salma, noura.uid, 'well done', { about: { lessonId: LESSON, pageId: PAGE.id } })
    const { data } = await reem.call(getPerson, { params: { uid: noura.uid } })
    expect(data).toMatchObject({
      uid: noura.uid,
      phoneNumber: PHONES.noura,
      mentor: { name: 'Salma Haddad', learners: 3, capacity: 50 },
      mentorId: null,
      roles: [],
      waitingSince: null,
      blockedAt: null,
      lines: [],
    })
    expect(data.answers).toEqual([
      { at: expect.any(Number), waitedMs: expect.any(Number), mentorId: salmaId, mentorName: 'Salma Haddad' },
    ])
    expect(data.answers[0]?.waitedMs).toBeGreaterThanOrEqual(HOUR / 2)
    const lesson = data.courses[0]?.lessons.find(({ id }) => id === LESSON)
    expect(lesson).toMatchObject({
      status: 'complete',
      lastCompleted: PAGE.number,
      completedAt: expect.any(Number),
      startedAt: expect.any(Number),
    })
    await expect(reem.call(getPerson, { params: { uid: 'nobody' } })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('who completed a course still has when it is withdrawn, also where nobody may finish it and for the mentor', async () => {
    const { server, reem, salma, noura } = await startWithLessons()
    const { catalogue } = server.services
    for (const lessonId of catalogue.courses().find(({ id }) => id === 'first-aid-en')?.lessonIds ?? []) {
      const pages = catalogue.lessonOf(lessonId)?.pages ?? []
      const body = { userId: noura.uid, pageId: pages.at(-1)?.id ?? '', pageNumber: pages.length, answer: null }
      await noura.call(logPage, { params: { lessonId }, body })
    }
    const seen = async () => ({
      listed: (await list(reem)).people.find(({ uid }) => uid === noura.uid),
      courses: (await reem.call(getPerson, { params: { uid: noura.uid } })).data.courses,
      inbox: (await salma.call(getInbox, {})).data.find(({ uid }) => uid === noura.uid)?.percent,
      file: (await salma.call(getLearner, { params: { uid: noura.uid }, query: {} })).data.courses,
    })
    const before = await seen()
    expect(before).toMatchObject({
      listed: { completeCourses: 1 },
      courses: [{ id: 'first-aid-en', percent: 100 }],
      inbox: 100,
      file: [{ id: 'first-aid-en', percent: 100 }],
    })
    for (const mayFinish of [true, false]) {
      await reem.call(withdrawCourse, { params: { id: 'first-aid-en' }, body: { mayFinish } })
      const { courses, ...others } = await seen()
      expect({ ...others, courses: before.courses }).toEqual(before)
      expect(courses).toMatchObject([{ id: 'first-aid-en', percent: 100 }])
      expect(courses[0]?.lessons.map(({ id, title, status }) => ({ id, title, status }))).toEqual(
        before.courses[0]?.lessons.map(({ id, title, status }) => ({ id, title, status })),
      )
    }
  })

  test('no reply of the side has a word that a learner or a mentor wrote', async () => {
    const { server, reem, salma, noura } = await startWithLessons()
    const secret = 'the planted sentence'
    await answer(noura, secret)
    await send(noura, 1, secret)
    await send(salma, noura.uid, secret)
    // Calls about drafts, films and lists need other ids, and have nothing of learners. A backup file has everything,
    // but it is encrypted.
    const ofSide = allCalls.filter(({ method, path }) => method === 'GET' && path.startsWith('/org/v1/'))
    const reads = ofSide.filter(({ path }) => !/:(?!uid)/.test(path) && path !== getBackupFile.path)
    expect(reads.length).toBeGreaterThan(4)
    for (const { path } of reads) {
      const url = server.origin + path.replace(':uid', noura.uid) + (NEEDED[path] ?? '')
      const reply = await fetch(url, { headers: { authorization: `Bearer ${reem.idToken}` } })
      expect([path, reply.status]).toEqual([path, 200])
      expect(await reply.text(), path).not.toContain(secret)
    }
  })

  async function startWithLessons() {
    const team = await startWithTeam(start)
    await team.server.importCourse('courses/first-aid-en')
    await team.server.services.catalogue.refresh()
    return team
  }
})

/** The queries that some reads need. */
const NEEDED: Record<string, string> = {
  '/org/v1/search': '?q=planted',
  '/org/v1/reports/courses': '?course=first-aid-en',
  '/org/v1/reports/question': `?lesson=${LESSON}&page=${PAGE.id}`,
  '/org/v1/reports/versions': `?lesson=${LESSON}&page=${PAGE.id}`,
}

async function list(who: Person, query: Input<typeof listPeople>['query'] = {}) {
  return (await who.call(listPeople, { query })).data
}

async function answer(who: Person, text: string): Promise<void> {
  const body = { userId: who.uid, pageId: PAGE.id, pageNumber: PAGE.number, answer: text }
  await who.call(logPage, { params: { lessonId: LESSON }, body })
}

/** Moves the only answer of a person to the last page of a course. */
async function finishCourse({ services: { catalogue, db } }: TestServer, { uid }: Person): Promise<void> {
  const lesson_id = catalogue.courses()[0]?.lessonIds.at(-1) ?? ''
  const page_id = catalogue.lessonOf(lesson_id)?.pages.at(-1)?.id ?? ''
  await db.updateTable('page_answers').set({ lesson_id, page_id }).where('uid', '=', uid).execute()
  await db.insertInto('completed_lessons').values({ uid, lesson_id, completed_at: 1 }).execute()
}

/** People with names, times and waits of which several are equal or missing. */
async function fillPeople({ services: { db } }: TestServer, count: number): Promise<void> {
  const none = { is_beta: 0, responder_id: null, phone_number: null, email: null, phone_since: null, email_since: null }
  const times = { email_proved_at: null, blocked_at: null, signed_out_at: null, erase_at: null }
  const rows = Array.from({ length: count }, (_, index) => ({
    ...none,
    ...times,
    uid: `person${index}`,
    display_name: index % 3 === 0 ? null : `اسم ${index % 7}`,
    name_key: index % 3 === 0 ? null : `اسم${index % 7}`,
    created_at: 1000 + (index % 11),
    active_at: index % 4 === 0 ? null : 2000 + (index % 5),
  }))
  await db.insertInto('users').values(rows).execute()
  const waits = rows
    .filter((_, index) => index % 2 === 0)
    .map(({ uid }, index) => ({
      ...{ learner_uid: uid, kind: 'message' as const, lesson_id: '', page_id: '', ended_at: null, ended_by: null },
      ...{ how: null, is_voice: 0, began_at: index % 6 },
    }))
  await db.insertInto('waits').values(waits).execute()
}
