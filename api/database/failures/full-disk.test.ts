import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getAccountKeys, getMyData, refreshToken, saveUser } from '../../../contract/account.ts'
import { getInbox } from '../../../contract/inbox/inbox.ts'
import { getLessonFile } from '../../../contract/lesson-files/lesson-file.ts'
import { getUpdates, listMessages, sendMessage } from '../../../contract/messages.ts'
import { checkDraft } from '../../../contract/organisation/checking/findings.ts'
import { listOrgCourses } from '../../../contract/organisation/courses.ts'
import { listDraftChanges } from '../../../contract/organisation/drafts.ts'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import { listPeople } from '../../../contract/organisation/people.ts'
import { signOutPerson } from '../../../contract/organisation/person-acts.ts'
import { getOrgSettings } from '../../../contract/organisation/settings.ts'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import { encodeText } from '../../../contract/text/encoded-text.ts'
import { HOUR } from '../../../contract/time.ts'
import { startWithAll } from '../../messages/testing.ts'
import { atDesk } from '../../organisation/courses/testing.ts'
import { onSqlite } from '../../testing.ts'
import { transactionWithLock } from '../transaction-with-lock.ts'
import { databaseProblemIn } from './database-problem.ts'

test('a PostgreSQL whose disk has no room for another connection is temporary, too', () => {
  expect(databaseProblemIn(Object.assign(new Error('could not write init file'), { code: 'XX000' }))).toBe('full')
})

onSqlite('a full disk', start => {
  test('is reported as temporary, and afterwards everything works as before', async () => {
    const { server, noura, mentorId } = await startWithAll(start)
    const { db, log } = server.services
    const logged: string[] = []
    log.error = ((_fields: object, message: string) => void logged.push(message)) as typeof log.error
    const send = (key: string) =>
      fetch(server.origin + sendMessage.path, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${noura.idToken}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ to: mentorId, content: encodeText('a'.repeat(9000)), type: 'disciple' }),
      })
    // Allows exactly the present number of pages, so the next write meets a full disk.
    await sql`pragma max_page_count = 1`.execute(db)
    for (const keys of [['message-1'], ['message-2', 'message-3', 'message-4']]) {
      for (const { status, headers } of await Promise.all(keys.map(send))) {
        expect(status).toBe(503)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect((await noura.call(listMessages, { query: {} })).data).toEqual([])
    expect(new Set(logged)).toEqual(new Set(['disk full']))

    await sql`pragma max_page_count = 1000000`.execute(db)
    for (const key of ['message-1', 'message-2', 'message-3', 'message-4']) expect((await send(key)).status).toBe(200)
    expect((await noura.call(listMessages, { query: {} })).data).toHaveLength(4)
  })

  test('stops no screen that only reads, also after an hour, and makes no used token good again', async () => {
    const { server, noura } = await startWithAll(start)
    const { db } = server.services
    const reem = await server.signIn('+971505555555')
    await reem.call(becomeFirstOwner, { body: {} })
    await sql`create trigger is_full before insert on limits
      begin select raise(abort, 'database or disk is full'); end`.execute(db)
    const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    expect(data.user).toMatchObject({ uid: noura.uid })
    expect((await reem.call(getOrgSettings, {})).data.room.freeBytes).toBeGreaterThan(0)
    expect((await reem.call(listPeople, { query: {} })).data.people).not.toEqual([])

    const blocked = reem.call(signOutPerson, { params: { uid: noura.uid } })
    await expect(blocked).rejects.toMatchObject({ status: 503, code: 'unavailable' })

    const renew = (token: string) => server.call(refreshToken, { body: { refreshToken: token } })
    const first = noura.refreshToken
    const second = (await renew(first)).data.refreshToken
    const third = (await renew(second)).data.refreshToken
    await sql`create trigger is_full_too before update on sessions
      begin select raise(abort, 'database or disk is full'); end`.execute(db)
    server.clock.advance(HOUR)
    for (const token of [third, third, second]) {
      const { data: session } = await renew(token)
      expect(session.refreshToken, 'no other token, because it could not be stored').toBe(third)
      const headers = { Authorization: `Bearer ${session.idToken}` }
      expect((await fetch(server.origin + listMessages.path, { headers })).status).toBe(200)
    }
    await expect(renew(first), 'a token that was used').rejects.toMatchObject({ status: 503 })
    await sql`drop trigger is_full_too`.execute(db)
    await expect(renew(first), 'it was stolen').rejects.toMatchObject({ status: 401 })
    await expect(renew(third), 'and ends the session').rejects.toMatchObject({ status: 401 })
  })

  test('lets authors and learners read on, with what each call would note about the reader left out', async () => {
    const { server, noura, salma } = await startWithAll(start)
    const { db } = server.services
    const reem = await server.signIn('+971505555555')
    await reem.call(becomeFirstOwner, { body: {} })
    await server.importCourse('courses/first-steps-en')
    await server.services.catalogue.refresh()
    const params = { id: 'first-steps-en' }
    const desk = atDesk(reem, params.id)
    const { lessons, course, revision: since } = await desk.look()
    await desk.write({ op: 'set', path: ['course', 'title'], from: course.title, to: 'First steps, again' })
    const tables = sql<{
      name: string
    }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
    for (const { name } of (await tables.execute(db)).rows)
      for (const write of ['insert', 'update', 'delete'])
        await sql`${sql.raw(`create trigger full_${write}_${name} before ${write} on "${name}"`)}
          begin select raise(abort, 'database or disk is full'); end`.execute(db)

    expect((await reem.call(listDraftChanges, { params, query: { since: String(since) } })).data.edits).toHaveLength(1)
    expect((await reem.call(checkDraft, { params, query: {} })).data.revision).toBeGreaterThan(since)
    const { courses } = (await reem.call(listOrgCourses, {})).data
    expect(courses.find(({ id }) => id === params.id)?.draft).toMatchObject({ mistakes: 0 })
    const lessonId = lessons[0]?.key as string
    await noura.call(getLessonFile, { params: { lessonId } })
    await noura.call(getAccountKeys, {})
    for (const [person, { path }] of [
      [noura, getMyData],
      [noura, getUpdates],
      [salma, getInbox],
      [reem, getOrgHome],
    ] as const) {
      const headers = { Authorization: `Bearer ${person.idToken}` }
      expect([path, (await fetch(server.origin + path, { headers })).status]).toEqual([path, 200])
    }
  })

  test('every write of a group commit gets the error that failed it, not a later one', async () => {
    const { services } = await start()
    const { db } = services
    await sql`pragma max_page_count = 1`.execute(db)
    const write = (name: string) =>
      transactionWithLock(db, name, trx =>
        trx
          .insertInto('settings')
          .values({ name, value: 'a'.repeat(9000) })
          .execute(),
      )
    const outcomes = await Promise.allSettled(['one', 'two', 'three'].map(write))
    const reasons = outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.message : 'done'))
    expect(new Set(reasons)).toEqual(new Set(['database or disk is full']))
  })
})
