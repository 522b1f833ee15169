import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeName, saveUser } from '../../contract/account.ts'
import { logPage } from '../../contract/lessons.ts'
import { onEachDatabase, onPostgres, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'

const LESSON = 'first-aid-en-cuts'
/** The limit is 60 a minute, and the sign-in of a test opens the app once. */
const OPENINGS_LEFT = 59

function open(who: Person) {
  return who.call(saveUser, { params: { uid: who.uid }, body: {} })
}

async function startWithEight(start: (options: object) => Promise<TestServer>) {
  const server = await start({ env: { LIMIT_FACTOR: '1', LOG_LEVEL: 'silent' } })
  await server.importCourse('courses/first-aid-en')
  await server.services.catalogue.refresh()
  const people: Person[] = []
  for (let count = 0; count < 8; count++) people.push(await server.signIn(`+97150765432${count}`))
  return { server, people }
}

onEachDatabase('people whose apps open at the same moment', start => {
  test('get their own record and progress each', async () => {
    const { people } = await startWithEight(start)
    for (const [index, who] of people.entries()) {
      const body = { userId: who.uid, pageId: 'kit', pageNumber: 4, answer: `answer ${index}` }
      await who.call(logPage, { params: { lessonId: LESSON }, body })
    }
    const opened = await Promise.all(people.map(open))
    expect(opened.map(({ data }) => data.user.uid)).toEqual(people.map(({ uid }) => uid))
    expect(opened.map(({ data }) => data.userLessonData[LESSON]?.answers)).toEqual(
      people.map((_, index) => ({ kit: `answer ${index}` })),
    )
  })

  test('may each open it as often as the limit says, and one who opens it more often stops nobody else', async () => {
    const { people } = await startWithEight(start)
    const [noura, ...others] = people as [Person, ...Person[]]
    const statuses = await Promise.all(
      [...Array.from({ length: OPENINGS_LEFT + 5 }, () => noura), ...others].map(async who => {
        const status = await open(who).then(
          () => 200,
          error => error.status,
        )
        return { uid: who.uid, status }
      }),
    )
    const nouras = statuses.filter(({ uid }) => uid === noura.uid).map(({ status }) => status)
    expect(nouras.filter(status => status === 200)).toHaveLength(OPENINGS_LEFT)
    expect(nouras.filter(status => status === 429)).toHaveLength(5)
    expect(statuses.slice(-others.length).map(({ status }) => status)).toEqual(others.map(() => 200))
  })
})

onPostgres('people who ask at the same moment', start => {
  async function expectOnlyFirstRefused(people: Person[], call: (who: Person) => Promise<unknown>): Promise<void> {
    const outcomes = await Promise.allSettled(people.map(call))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...people.slice(1).map(() => 'fulfilled')])
  }

  test('are not refused because the database refuses to read the data of one of them', async () => {
    const { server, people } = await startWithEight(start)
    const noura = sql.lit(people[0]?.uid)
    const { db } = server.services
    await sql`alter table completed_lessons rename to completed_before`.execute(db)
    await sql`insert into completed_before (uid, lesson_id, completed_at) values (${noura}, 'kit', 0)`.execute(db)
    await sql`create view completed_lessons as
      select uid, (1 / completed_at)::text as lesson_id, completed_at from completed_before`.execute(db)
    await expectOnlyFirstRefused(people, open)
  })

  test('are not refused because the database refuses to count one of them', async () => {
    const { server, people } = await startWithEight(start)
    const key = sql.lit(`changeName/${people[0]?.uid}`)
    await sql`alter table limits add constraint not_first check (key <> ${key}) not valid`.execute(server.services.db)
    await expectOnlyFirstRefused(people, who => who.call(changeName, { body: { name: 'Noura' } }))
  })
})
