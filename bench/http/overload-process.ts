import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type PreparedRequest } from '../connection.ts'
import { keyed } from '../keyed.ts'
import { percentile } from '../table.ts'

/** `perSecond` requests are sent in each second, however slowly the server answers. Each needs a free connection. */
export type Flood = { origin: string; lanes: PreparedRequest[][]; perSecond: number; seconds: number }
/** `unsent` counts the requests that could not be sent, because all connections still waited for an answer. */
export type FloodResult = { accepted: Times; refused: Times; others: number; unsent: number }
/** p50, p95 and p99 in ms. */
export type Times = { count: number; p50: number; p95: number; p99: number }

const TICK_MS = 5

/** Runs outside of the bench, so that load and measuring do not wait for each other. */
process.once('message', async (flood: Flood) => {
  process.send?.(await run(flood))
  process.disconnect?.()
})

async function run({ origin, lanes, perSecond, seconds }: Flood): Promise<FloodResult> {
  const accepted: number[] = []
  const refused: number[] = []
  let others = 0
  let unsent = 0
  const free = await Promise.all(
    lanes.map(async lane => ({ connection: await Connection.open(origin), lane, turn: 0 })),
  )
  const all = [...free]
  const startedAt = performance.now()
  let due = 0
  while (performance.now() - startedAt < seconds * 1000) {
    const dueNow = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; due < dueNow; due++) {
      const lane = free.shift()
      if (lane) void send(lane)
      else unsent += 1
    }
    await sleep(TICK_MS)
  }
  for (const { connection } of all) connection.close()
  return { accepted: timesOf(accepted), refused: timesOf(refused), others, unsent }

  async function send(sender: (typeof all)[number]): Promise<void> {
    const sentAt = performance.now()
    try {
      const { status, head } = await sender.connection.ask(
        keyed(sender.lane[sender.turn++ % sender.lane.length] as PreparedRequest),
      )
      const took = performance.now() - sentAt
      if (status === 200) accepted.push(took)
      else if (status === 503 && /\r\nretry-after: \d/i.test(head)) refused.push(took)
      else others += 1
      free.push(sender)
    } catch {
      // At the end, `run` closes connections that still wait.
    }
  }
}

function timesOf(times: number[]): Times {
  if (times.length === 0) return { count: 0, p50: 0, p95: 0, p99: 0 }
  return {
    count: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}
