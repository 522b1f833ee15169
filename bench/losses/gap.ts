import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../api/database/tables.ts'
import { setAway } from '../../contract/inbox/away.ts'
import { withDatabase } from '../../e2e/command.ts'
import { Server } from '../../e2e/server.ts'
import { type Database, onPostgres } from '../databases.ts'
import { type Class, crowd } from '../messages/crowd.ts'
import type { Row } from '../table.ts'
import { callOf, readingsOf, type WrittenMessage, writeAll, writersIn } from './gap-people.ts'
import { judgeGap } from './gap-verdict.ts'

/** Two mentors and their learners: eight people write. */
const CROWD = { classes: 2, learnersEach: 3 }
const WRITERS = 8
const MESSAGES = 2000
const CLOCK_OFF_MS = 5000

/**
 * Measures whether readers get each message exactly once if they always ask for the messages after the newest that they
 * know. The clocks of the two servers differ, and some commits are slow.
 */
export function gap(): Promise<Row[]> {
  return onPostgres(gapOn)
}

async function gapOn(database: Database): Promise<Row[]> {
  const [ahead, behind] = twoServers(database)
  await ahead.start()
  await behind.start()
  try {
    const classes = await withDatabase(ahead, async db => {
      await commitSlowly(db)
      return crowd(db, ahead.dataDir, CROWD)
    })
    await awayFromNowOn(ahead, classes as [Class, Class])
    const written: WrittenMessage[] = []
    const readings = readingsOf(classes, [ahead, behind])
    let isOver = false
    const reading = Promise.all(readings.map(({ reader }) => reader.readUntil(() => isOver)))
    const writing = writersIn(classes).map((writer, index) =>
      writeAll(index % 2 ? ahead : behind, writer, MESSAGES / WRITERS, written),
    )
    while (written.length < MESSAGES / 2) await sleep(20)
    process.kill(behind.pid as number, 'SIGUSR2')
    await Promise.all(writing)
    isOver = true
    await reading
    return judgeGap(readings, written)
  } finally {
    await behind.remove()
    await ahead.remove()
  }
}

/** Two servers on one database, whose clocks are ten seconds apart. */
function twoServers({ settings }: Database): [Server, Server] {
  const preload = `--import=${new URL('./clock-offset.ts', import.meta.url)}`
  const first = new Server({ ...settings, NODE_OPTIONS: preload, CLOCK_OFFSET_MS: String(CLOCK_OFF_MS) })
  const DATA_DIR = first.dataDir
  const second = new Server({ ...settings, DATA_DIR, NODE_OPTIONS: preload, CLOCK_OFFSET_MS: String(-CLOCK_OFF_MS) })
  return [first, second]
}

/** Makes some commits slow: most stay fast, and a few take up to a fifth of a second. */
async function commitSlowly(db: Db): Promise<void> {
  await sql`create function slowly() returns trigger as 'begin perform pg_sleep(power(random(), 8) / 5); return null; end'
    language plpgsql`.execute(db)
  await sql`create constraint trigger slowly after insert on messages deferrable initially deferred
    for each row execute function slowly()`.execute(db)
}

/** Lets the second mentor cover for the first. So one mentor reads two inboxes. */
async function awayFromNowOn(server: Server, [away, cover]: [Class, Class]): Promise<void> {
  await callOf(server, away.mentor)(setAway, { body: { isAway: true, coverId: cover.id } })
}
