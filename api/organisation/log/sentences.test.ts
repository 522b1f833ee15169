import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { changeName, getMyData, mergeUser } from '../../../contract/account.ts'
import { type Language, languageCodes } from '../../../contract/languages.ts'
import {
  deleteCourse,
  listVersions,
  publishCourse,
  rollBackCourse,
} from '../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { auditActions } from '../../../contract/organisation/log/audit-actions.ts'
import { type AuditLine, getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import { blockPerson, unblockPerson } from '../../../contract/organisation/person-acts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { courseFolder } from '../../courses/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { type Person, register } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from '../courses/testing.ts'
import { storeReportSettings } from '../reports/days/report-settings.ts'
import { fileOfTable } from '../reports/files/file-of-table.ts'
import { rowsOf } from '../reports/files/report-table.ts'
import { logTable } from './log-table.ts'

type Who = NonNullable<AuditLine['actor']>

function answerFor({ origin }: TestServer, { idToken }: Person, reader: Language, days: Record<string, string> = {}) {
  const url = `${origin}${getAuditLog.path}?${new URLSearchParams({ ...days, format: 'csv', reader })}`
  return fetch(url, { headers: { authorization: `Bearer ${idToken}` } })
}

async function fileFor(server: TestServer, person: Person, reader: Language) {
  return (await answerFor(server, person, reader)).text()
}

onEachDatabase('The sentences of the log', start => {
  test('name a course by its title and the versions by their numbers; a deleted course by its id', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const params = { id: 'tea' }
    const desk = atDesk(omar, 'tea')
    await desk.look()
    const { revision } = await desk.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    const version = (await omar.call(listVersions, { params })).data[0]?.number ?? null
    await omar.call(publishCourse, { params, body: { to: 'everybody', revision, version } })
    const create = async (title: string) => (await omar.call(createCourse, { body: { title, language: 'ar' } })).data.id
    await create('القهوة')
    const gone = await create('الماء')
    await omar.call(deleteCourse, { params: { id: gone }, body: { title: 'الماء' } })
    const english = await fileFor(server, reem, 'en')
    expect(english).toMatch(/Course Tea published by .*: version 2/)
    expect(english).toContain('Course القهوة begun by')
    expect(english).toContain(`Course ${gone} deleted by`)
    await omar.call(rollBackCourse, { params, body: { to: 1, version: 2 } })
    expect(await fileFor(server, reem, 'en')).toMatch(/Course A cup of tea taken back to version 1 by .*: version 3/)
    expect(await fileFor(server, reem, 'ar')).toMatch(/إعادة الدورة A cup of tea إلى النسخة/)
  })
})

test.each(languageCodes)('the log says which report was saved as a file, in %s', async language => {
  const lines = [...Object.keys(rowsOf), 'links', 'log'].map((report, id) => ({
    ...{ id, at: 0, actor: null, subject: null, side: 'command' as const, canUndo: false },
    ...{ action: 'report-saved' as const, details: { report } },
  }))
  const { rows } = await logTable([lines as never], language, 'UTC')
  expect(new Set(rows.map(([, , act]) => act)).size).toBe(1 + lines.length)
})

onEachDatabase('The file of the log', start => {
  test('has the lines of a whole year, also where there are thousands of them', async () => {
    const { server, reem } = await startWithAuthors(start)
    const { db } = server.services
    const lines = Array.from({ length: 5001 }, (_, index) => ({
      ...{ id: 1_000_000 + index, at: server.clock.now(), actor_uid: null, side: 'command' as const },
      ...{ action: 'maintenance-changed' as const, subject_uid: null, details: '{"isOn":true}', hash: '' },
    }))
    for (let begin = 0; begin < lines.length; begin += 1000)
      await db
        .insertInto('audit_log')
        .values(lines.slice(begin, begin + 1000))
        .execute()
    const file = await fileFor(server, reem, 'en')
    expect(file.match(/Maintenance begun/g)).toHaveLength(5001)
    expect(file, 'the first line of all').toContain('First owner')
  })
})

onEachDatabase('The days of the log', start => {
  test('are those of the time zone of the organisation, also where a day has 25 hours', async () => {
    const { server, reem } = await startWithAuthors(start)
    const { db } = server.services
    await storeReportSettings(db, { timeZone: 'America/New_York' })
    const times = ['2026-11-01T03:30Z', '2026-11-01T04:30Z', '2026-11-02T04:30Z', '2026-11-02T05:30Z'].map(Date.parse)
    const lines = times.map((at, index) => ({
      ...{ id: 1_000_000 + index, at, actor_uid: null, side: 'command' as const },
      ...{ action: 'maintenance-changed' as const, subject_uid: null, details: '{"isOn":true}', hash: '' },
    }))
    await db.insertInto('audit_log').values(lines).execute()
    const query = { from: '2026-11-01', to: '2026-11-01' }
    const { data } = await reem.call(getAuditLog, { query })
    expect(data.lines.map(({ at }) => at)).toEqual([times[2], times[1]])
    expect(data.timeZone).toBe('America/New_York')
    const file = await (await answerFor(server, reem, 'en', query)).text()
    expect(file.match(/2026-\S+?(?=,)/g)).toEqual(['2026-11-01T23:30:00-05:00', '2026-11-01T00:30:00-04:00'])
  })

  test('are in the name of its file, which is a line of its own', async () => {
    const { server, reem } = await startWithAuthors(start)
    // At any time, one of these two has another day than UTC.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await storeReportSettings(server.services.db, { timeZone })
      const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(server.clock.now())
      const { headers } = await answerFor(server, reem, 'en')
      expect(headers.get('content-disposition')).toBe(`attachment; filename="log-${day}.csv"`)
    }
    expect(await fileFor(server, reem, 'en')).toContain('The log saved as a file by')
  })
})

onEachDatabase('The lines of one person', start => {
  test('say whose they are, with the digits of a namesake, also if nobody of the team or erased', async () => {
    const { server, reem } = await startWithAuthors(start)
    const [noura, other] = [await server.signIn('+971501112222'), await server.signIn('+971503334444')]
    for (const person of [noura, other]) await person.call(changeName, { body: { name: 'Noura' } })
    const personIn = async (uid: string) => (await reem.call(getAuditLog, { query: { uid } })).data.person
    expect(await personIn(noura.uid)).toEqual({ uid: noura.uid, name: 'Noura', digits: '2222', isErased: false })
    expect(await personIn('nobody')).toEqual({ uid: 'nobody', name: null, isErased: true })
  })

  test('are those of both accounts that they joined, and roles from before cannot be given back', async () => {
    const { server, reem } = await startWithAuthors(start)
    const phone = '+971501112222'
    const before = await server.signIn(phone)
    const noura = await register(server.origin, 'noura@example.org', 'step by step 1')
    const give = (uid: string, roles: TeamRole[]) => reem.call(setRoles, { params: { uid }, body: { roles } })
    await give(before.uid, ['coordinator'])
    await reem.call(blockPerson, { params: { uid: before.uid }, body: { reason: 'x' } })
    await reem.call(unblockPerson, { params: { uid: before.uid } })
    const { idToken } = await server.signIn(phone)
    await give(noura.uid, ['author'])
    await noura.call(
      mergeUser,
      { params: { uid: noura.uid }, body: { phoneUid: before.uid, phoneNumber: phone } },
      { headers: { 'X-Merge-Proof': idToken } },
    )
    await reem.call(blockPerson, { params: { uid: noura.uid }, body: { reason: 'y' } })
    const expected = [
      ['person-blocked', noura.uid, undefined],
      ['roles-changed', noura.uid, true],
      ['signed-in', undefined, undefined],
      ['person-unblocked', noura.uid, true],
      ['person-blocked', noura.uid, true],
      ['roles-changed', noura.uid, true],
    ]
    // A link with the uid of the former account finds the same person.
    for (const uid of [noura.uid, before.uid]) {
      const { lines, person } = (await reem.call(getAuditLog, { query: { uid } })).data
      expect(lines.map(({ action, subject, isOutdated }) => [action, subject?.uid, isOutdated])).toEqual(expected)
      expect(person?.uid).toBe(noura.uid)
    }
    const { lines } = (await reem.call(getPerson, { params: { uid: noura.uid } })).data
    expect(lines.map(({ action }) => action)).toEqual(
      expected.map(([action]) => action).filter(action => action !== 'signed-in'),
    )
    await reem.call(unblockPerson, { params: { uid: noura.uid } })
    const zip = (await noura.call(getMyData, {})) as Blob
    const { auditLog } = JSON.parse(String((await filesIn(Buffer.from(await zip.arrayBuffer())))['data.json']))
    const own = auditLog.map(({ action, isOwnAct }: { action: string; isOwnAct: boolean }) => [action, isOwnAct])
    expect(own.slice(0, expected.length).toReversed()).toEqual(
      expected.map(([action]) => [action, action === 'signed-in']),
    )
  })
})

onEachDatabase('Two people of one name', start => {
  test('have the end of their numbers in the lines and in the file; nobody else has', async () => {
    const { server, reem, omar } = await startWithAuthors(start)
    const [noura, other, yousef] = [
      await server.signIn('+971501112222'),
      await server.signIn('+971503334444'),
      await server.signIn('+971505556666'),
    ]
    for (const [person, name] of [
      [reem, 'Reem'],
      [noura, 'هبة سالم'],
      [other, 'هبه سالم'],
      [yousef, 'Yousef'],
    ] as const)
      await person.call(changeName, { body: { name } })
    for (const { uid } of [noura, other, yousef, omar])
      await reem.call(blockPerson, { params: { uid }, body: { reason: 'x' } })
    const { lines } = (await reem.call(getAuditLog, { query: { action: 'person-blocked' } })).data
    const shown = lines.map(({ actor, subject }) => [actor?.digits, subject?.name, subject?.digits])
    expect(shown.toReversed()).toEqual([
      [undefined, 'هبة سالم', '2222'],
      [undefined, 'هبه سالم', '4444'],
      [undefined, 'Yousef', undefined],
      [undefined, '+971506666666', undefined],
    ])
    const file = await fileFor(server, reem, 'en')
    expect(file).toContain('هبة سالم …2222 blocked by Reem,هبة سالم …2222')
    expect(file).toContain('Yousef blocked by Reem,Yousef,')
  })
})

test('a mentor who took an invitation does not seem to have named themselves', async () => {
  const [salma, reem] = ['Salma', 'Reem'].map(name => ({ uid: name, name, isErased: false })) as [Who, Who]
  const line = {
    id: 1,
    at: 0,
    side: 'browser',
    action: 'mentor-named',
    subject: salma,
    details: { mentor: 1 },
  } as const
  const inEnglish = (actor: Who) => csvFor([{ ...line, actor }], 'en')
  expect(await inEnglish(salma)).toContain('Mentor since an invitation was taken: Salma')
  expect(await inEnglish(reem)).toContain('New mentor named by Reem: Salma')
})

test('no sentence of any act lacks a word, in either language', async () => {
  const who = { uid: 'x', name: 'Reem', isErased: false }
  const lines = auditActions.map((action, id) => ({
    ...{ id, at: 0, actor: who, side: 'browser' as const, action, subject: who, course: 'Tea' },
    details: { version: 2, to: 1 },
  }))
  for (const language of ['ar', 'en'] as const)
    expect(await csvFor(lines, language)).not.toMatch(/undefined|NaN|auditLog|[{}]/)
})

async function csvFor(lines: readonly AuditLine[], language: Language): Promise<string> {
  return text((await fileOfTable(await logTable([lines], language, 'UTC'), 'csv')).bytes)
}
