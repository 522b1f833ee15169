import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../api/database/tables.ts'
import { type EndSignal, startPostgres } from '../../api/testing-postgres.ts'
import { listCourses } from '../../contract/courses.ts'
import { withDatabase } from '../../e2e/command.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { pagesOf } from '../asks.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import type { Row } from '../table.ts'
import { countDamages } from './damages.ts'
import { type JournalEntry, judge, type StoredData } from './journal.ts'
import { installWitness, readWitness } from './witness.ts'
import { workersOf } from './workers-of.ts'
import { Writer } from './writer.ts'

const PEOPLE = 8
const LESSONS_EACH = 4
const KILLS = 20
const MIN_ACKED = 10_000
/** The server runs this long before it is killed, at random. */
const LIFE_MS = { least: 300, most: 2500 }
/** A database that confirms what is not on disk loses some hundred of so many. */
const DATABASE_KILLS = { kills: 10, leastAcked: 50_000, ackedBeforeEach: 5000 }

/** Kills the server at any moment, again and again. Confirmed writes must be stored, and none twice. */
export async function kill(): Promise<Row[]> {
  const whole = await onEachDatabase(database => killingOn({ what: database.name, database, dieAndComeBack: restart }))
  return [...whole, ...(await killingParts()), ...(await killingPostgres())]
}

/** Two processes on PostgreSQL, of which one is killed; or the database ends in the middle, at once or by a crash. */
async function killingParts(): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) return []
  const endDatabase = async (signal: EndSignal) => {
    await postgres.end(signal)
    await postgres.begin()
  }
  const killWorker = async (server: Server) => {
    const [victim] = workersOf(server).toSorted(() => Math.random() - 0.5)
    if (victim) process.kill(victim, 'SIGKILL')
  }
  const parts = [killWorker, () => endDatabase('SIGQUIT'), killWorker, () => endDatabase('SIGKILL')]
  let turn = 0
  try {
    return await killingOn({
      what: 'two processes or their PostgreSQL',
      database: { name: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } },
      settings: { WORKERS: '2' },
      dieAndComeBack: server => (parts[turn++ % parts.length] as typeof killWorker)(server),
    })
  } finally {
    await postgres.stop()
  }
}

/** PostgreSQL with all its processes, each time after many confirmed writes. */
async function killingPostgres(): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) return []
  try {
    return await killingOn({
      ...DATABASE_KILLS,
      what: 'all processes of PostgreSQL',
      database: { name: 'PostgreSQL', settings: { DATABASE_URL: postgres.url } },
      dieAndComeBack: async () => {
        postgres.signal('SIGKILL')
        await postgres.begin()
      },
    })
  } finally {
    await postgres.stop()
  }
}

type Killing = {
  what: string
  database: Database
  settings?: Record<string, string>
  kills?: number
  leastAcked?: number
  ackedBeforeEach?: number
  dieAndComeBack: (server: Server) => Promise<void>
}

async function killingOn({ what, database, settings, dieAndComeBack, ...amounts }: Killing): Promise<Row[]> {
  const { kills: leastKills = KILLS, leastAcked = MIN_ACKED, ackedBeforeEach = 0 } = amounts
  const server = new Server({ ...database.settings, ...settings })
  const isPostgres = database.settings.DATABASE_URL !== ''
  await server.start()
  try {
    await withDatabase(server, db => installWitness(db, isPostgres, { table: 'page_answers', column: 'answer' }))
    const journal: JournalEntry[] = []
    const writers = await writersOn(server, journal)
    let kills = 0
    for (; kills < leastKills || journal.length < leastAcked; kills++) {
      const before = journal.length
      const isTime = () => journal.length - before >= ackedBeforeEach
      await liveAndDie(writers, isTime, () => dieAndComeBack(server))
    }
    await server.stop()
    const { acked, sentAgain, lost, doubled } = judge(journal, await withDatabase(server, readStored))
    const damages = await withDatabase(server, db => countDamages(db, isPostgres))
    return [
      { name: `kill, ${what}: kills`, value: kills, unit: '' },
      { name: `kill, ${what}: acknowledged`, value: acked, unit: 'logs', atLeast: leastAcked },
      { name: `kill, ${what}: sent again`, value: sentAgain, unit: 'logs' },
      { name: `kill, ${what}: lost`, value: lost, unit: 'logs', atMost: 0 },
      { name: `kill, ${what}: doubled`, value: doubled, unit: 'logs', atMost: 0 },
      { name: `kill, ${what}: damages in the files`, value: damages, unit: '', atMost: 0 },
    ]
  } finally {
    await server.remove()
  }
}

async function writersOn(server: Server, journal: JournalEntry[]): Promise<Writer[]> {
  const people: Person[] = []
  for (let count = 0; count < PEOPLE; count++) people.push(await personOf(server))
  const [first] = people as [Person]
  const { data: courses } = await first.call(listCourses, { query: {} })
  const lessonIds = courses.flatMap(course => course.lessons.map(lesson => lesson.id)).slice(0, LESSONS_EACH)
  const lessons = await Promise.all(lessonIds.map(async id => ({ id, pages: await pagesOf(first, id) })))
  return people.flatMap(person => lessons.map(({ id, pages }) => new Writer(person, id, pages, journal)))
}

async function liveAndDie(
  writers: Writer[],
  isTime: () => boolean,
  dieAndComeBack: () => Promise<void>,
): Promise<void> {
  let isOver = false
  const writing = Promise.all(writers.map(writer => writer.writeUntilGone(() => isOver)))
  await sleep(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least))
  while (!isTime()) await sleep(LIFE_MS.least)
  await dieAndComeBack()
  isOver = true
  await writing
  await Promise.all(writers.map(writer => writer.settle()))
}

async function restart(server: Server): Promise<void> {
  await server.stop('SIGKILL')
  await server.start()
}

async function readStored(db: Db): Promise<StoredData> {
  const witnessed = await readWitness(db)
  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  const answers = await db.selectFrom('page_answers').select(['uid', 'lesson_id', 'page_id', 'answer']).execute()
  const byPlace = Map.groupBy(answers, row => `${row.uid} ${row.lesson_id} ${row.page_id}`)
  return {
    writes: new Map([...witnessed].map(([answer, count]) => [JSON.parse(answer), count])),
    keys: keys.map(({ key }) => key),
    standing: new Map([...byPlace].map(([place, rows]) => [place, rows.map(row => JSON.parse(row.answer ?? 'null'))])),
  }
}
