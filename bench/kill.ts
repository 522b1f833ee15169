import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../api/database/open.ts'
import type { Db } from '../api/database/tables.ts'
import { listCourses } from '../contract/courses.ts'
import { type Person, personOf } from '../e2e/people.ts'
import { Server } from '../e2e/server.ts'
import { pagesOf } from './asks.ts'
import { type Database, onEachDatabase } from './databases.ts'
import { type Entry, judge } from './journal.ts'
import type { Row } from './table.ts'
import { installWitness, readStored } from './witness.ts'
import { Writer } from './writer.ts'

const PEOPLE = 8
const LESSONS_EACH = 4
const KILLS = 20
const LEAST_ACKED = 10_000
/** A life of the server lasts so long, at random. */
const LIFE_MS = { least: 300, most: 2500 }

/** Kills the server at any moment, again and again: what was acknowledged has to be there, and nothing twice. */
export function kill(): Promise<Row[]> {
  return onEachDatabase(killingOn)
}

async function killingOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server(settings)
  const isPostgres = settings.DATABASE_URL !== ''
  const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: server.dataDir })
    return work(db).finally(() => db.destroy())
  }
  await server.start()
  try {
    await withDatabase(db => installWitness(db, isPostgres))
    const journal: Entry[] = []
    const writers = await writersOn(server, journal)
    let kills = 0
    for (; kills < KILLS || journal.length < LEAST_ACKED; kills++) await liveAndDie(server, writers)
    await server.stop()
    const { acked, sentAgain, lost, doubled } = judge(journal, await withDatabase(readStored))
    const damages = isPostgres ? 0 : await withDatabase(countDamages)
    return [
      { name: `kill, ${name}: kills`, value: kills, unit: '' },
      { name: `kill, ${name}: acknowledged`, value: acked, unit: 'logs', atLeast: LEAST_ACKED },
      { name: `kill, ${name}: sent again`, value: sentAgain, unit: 'logs' },
      { name: `kill, ${name}: lost`, value: lost, unit: 'logs', atMost: 0 },
      { name: `kill, ${name}: doubled`, value: doubled, unit: 'logs', atMost: 0 },
      { name: `kill, ${name}: damages in the file`, value: damages, unit: '', atMost: 0 },
    ].filter(row => !isPostgres || !row.name.includes('damages'))
  } finally {
    await server.remove()
  }
}

async function writersOn(server: Server, journal: Entry[]): Promise<Writer[]> {
  const people: Person[] = []
  for (let count = 0; count < PEOPLE; count++) people.push(await personOf(server))
  const [first] = people as [Person]
  const { data: courses } = await first.call(listCourses, { query: {} })
  const lessonIds = courses.flatMap(course => course.lessons.map(lesson => lesson.id)).slice(0, LESSONS_EACH)
  const lessons = await Promise.all(lessonIds.map(async id => ({ id, pages: await pagesOf(first, id) })))
  return people.flatMap(person => lessons.map(({ id, pages }) => new Writer(person, id, pages, journal)))
}

async function liveAndDie(server: Server, writers: Writer[]): Promise<void> {
  let isOver = false
  const writing = Promise.all(writers.map(writer => writer.writeUntilGone(() => isOver)))
  await sleep(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least))
  await server.stop('SIGKILL')
  isOver = true
  await writing
  await server.start()
  await Promise.all(writers.map(writer => writer.settle()))
}

/** SQLite says 'ok', or one line for each damage. */
async function countDamages(db: Db): Promise<number> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows.filter(row => row.integrity_check !== 'ok').length
}
