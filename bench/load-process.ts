import { Connection, type PreparedRequest } from './connection.ts'
import { keyed } from './keyed.ts'
import type { Load, LoadResult } from './load.ts'

/** Runs outside of the bench, so that load and measuring do not wait for each other. */
process.once('message', async (load: Load) => {
  process.send?.(await run(load))
  process.disconnect?.()
})

async function run({ origin, lanes, seconds, requests = Number.POSITIVE_INFINITY }: Load): Promise<LoadResult> {
  const connections = await Promise.all(lanes.map(() => Connection.open(origin)))
  const startedAt = performance.now()
  const endsAt = seconds ? startedAt + seconds * 1000 : Number.POSITIVE_INFINITY
  const times: number[] = []
  let sent = 0
  let refused = 0

  async function ask(connection: Connection, lane: PreparedRequest[]): Promise<void> {
    for (let turn = 0; sent < requests && performance.now() < endsAt; turn++) {
      sent += 1
      const from = performance.now()
      const { status } = await connection.ask(keyed(lane[turn % lane.length] as PreparedRequest))
      times.push(performance.now() - from)
      if (status !== 200) refused += 1
    }
  }

  await Promise.all(connections.map((connection, index) => ask(connection, lanes[index] as PreparedRequest[])))
  const took = (performance.now() - startedAt) / 1000
  for (const connection of connections) connection.close()
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / took,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    count: times.length,
    refused,
  }
}
