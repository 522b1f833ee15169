import { setTimeout as sleep } from 'node:timers/promises'
import { mp3 } from '../../api/media/testing.ts'
import { type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { askCourses, LESSON, pagesOf } from '../asks.ts'
import { Connection } from '../connection.ts'
import { load } from '../load.ts'
import { residentMb } from '../resident-memory.ts'
import { runInProcess } from '../run-in-process.ts'
import type { Row } from '../table.ts'
import type { Uploads } from './upload-process.ts'

const PEOPLE = 50
const SECONDS = 15
const SECONDS_OF_SOUND = 120
/** The most that a phone sends on a poor network. Fifty phones fill the 100 Mbit/s of a small machine. */
const MBIT = 2
/** The speed of the best networks. Each commit then waits, because the disk is busy all the time. */
const FLOOD_MBIT = 8
/** One learner opens the app every 10 ms. */
const PACE_MS = 10
/** Opening the courses may take at most twice as long while fifty people send two minutes of speech. */
const MAX_SLOWDOWN = 2
const MAX_GROWTH_MB = 50

/** Measures what simultaneous uploads cost: memory, and time of other requests. */
export async function uploads(): Promise<Row[]> {
  const server = new Server({ LIMIT_FACTOR: '1000000' })
  await server.start()
  try {
    const people: Person[] = []
    for (let count = 0; count < PEOPLE; count++) people.push(await personOf(server))
    const [noura] = people as [Person]
    const sent: Uploads = {
      origin: server.origin,
      people: people.map(({ session: { uid, idToken } }) => ({ uid, idToken })),
      lessonId: LESSON,
      pageNumber: (await pagesOf(noura, LESSON)).length,
      file: mp3(SECONDS_OF_SOUND).toString('base64'),
      seconds: SECONDS,
      megabitsPerSecond: MBIT,
    }
    const send = (wanted: Uploads) => runInProcess<number>(new URL('./upload-process.ts', import.meta.url), wanted)
    // Warms the server up, because its first requests also take memory.
    await load({
      origin: server.origin,
      lanes: Array.from({ length: 20 }, () => [askCourses(noura)]),
      requests: 60_000,
    })
    const quiet = await watched(server, noura, sleep(SECONDS * 1000, 0))
    const once = await watched(server, noura, send({ ...sent, seconds: 0 }))
    const crowded = await watched(server, noura, send(sent))
    const flooded = await watched(server, noura, send({ ...sent, megabitsPerSecond: FLOOD_MBIT }))
    const name = 'uploads: fifty at once'
    const slower = `${name}, GET courses p95 over quiet`
    return [
      { name: `${name}, of 2.4 MB`, value: crowded.result / SECONDS, unit: '/s' },
      { name: `${name}, memory`, value: once.mostMb - quiet.mostMb, unit: 'MB', atMost: MAX_GROWTH_MB },
      { name: `${name} after fifty, memory`, value: crowded.mostMb - quiet.mostMb, unit: 'MB' },
      { name: 'uploads: none, GET courses p95', value: quiet.p95Ms, unit: 'ms' },
      { name: `${name}, GET courses p95`, value: crowded.p95Ms, unit: 'ms' },
      { name: slower, value: crowded.p95Ms / quiet.p95Ms, unit: '', atMost: MAX_SLOWDOWN },
      { name: `${slower}, 400 Mbit/s`, value: flooded.p95Ms / quiet.p95Ms, unit: '' },
    ]
  } finally {
    await server.remove()
  }
}

/** One learner opens the app at an even pace until the work is done. Meanwhile the server's memory is read. */
async function watched(server: Server, person: Person, work: Promise<number>) {
  const connection = await Connection.open(server.origin)
  const ask = askCourses(person)
  const took: number[] = []
  let mostMb = 0
  let result: number | undefined
  const ended = work.then(value => {
    result = value
  })
  while (result === undefined) {
    const from = performance.now()
    await connection.ask(ask)
    const ms = performance.now() - from
    took.push(ms)
    if (took.length % 10 === 0) mostMb = Math.max(mostMb, residentMb(server))
    await Promise.race([sleep(Math.max(0, PACE_MS - ms)), ended])
  }
  connection.close()
  return { result, mostMb, p95Ms: took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN }
}
