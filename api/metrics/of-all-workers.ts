import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { SECOND } from '../../contract/time.ts'
import type { Metric } from './exposition.ts'

/** A worker that does not answer in time is left out, so that the numbers of the other workers arrive. */
const ANSWER_LIMIT_MS = 2 * SECOND

type MetricsRequest = { metricsFor: string }
type MetricsReply = { metricsFor: string; metrics: Metric[] }
type Collected = { collectedFor: string; workers: { worker: number; metrics: Metric[] }[] }

/** In a worker: answers the supervisor's questions with the numbers of this process. */
export function answerWithMetrics(metrics: () => Metric[]): void {
  process.on('message', ({ metricsFor }: Partial<MetricsRequest>) => {
    if (metricsFor) process.send?.({ metricsFor, metrics: metrics() } satisfies MetricsReply)
  })
}

/** In a worker: the numbers of all workers, each sample with the label `worker`. */
export async function metricsOfAll(): Promise<Metric[]> {
  const id = randomUUID()
  const { workers } = await new Promise<Collected>(resolve => {
    const listen = (message: Partial<Collected>) => {
      if (message.collectedFor !== id) return
      process.off('message', listen)
      resolve(message as Collected)
    }
    process.on('message', listen)
    process.send?.({ collect: id })
  })
  const byName = new Map<string, Metric>()
  for (const { worker, metrics } of workers)
    for (const metric of metrics) {
      const all = byName.get(metric.name) ?? { ...metric, samples: [] }
      byName.set(metric.name, all)
      for (const { labels, ...sample } of metric.samples)
        all.samples.push({ ...sample, labels: { worker: String(worker), ...labels } })
    }
  return [...byName.values()]
}

/** In the supervisor: when one worker is asked for metrics, collects those of all workers and sends them to it. */
export function relayMetrics(): void {
  cluster.on('message', async (asking, { collect }: { collect?: string }) => {
    if (!collect) return
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
    const given = await Promise.all(workers.map(async worker => ({ worker: worker.id, metrics: await ask(worker) })))
    if (asking.isConnected()) asking.send({ collectedFor: collect, workers: given } satisfies Collected)
  })
}

function ask(worker: Worker): Promise<Metric[]> {
  const id = randomUUID()
  return new Promise(resolve => {
    const end = (metrics: Metric[]) => {
      clearTimeout(limit)
      worker.off('message', listen)
      resolve(metrics)
    }
    const listen = (message: Partial<MetricsReply>) => {
      if (message.metricsFor === id) end(message.metrics ?? [])
    }
    const limit = setTimeout(end, ANSWER_LIMIT_MS, [])
    worker.on('message', listen)
    if (worker.isConnected()) worker.send({ metricsFor: id } satisfies MetricsRequest)
    else end([])
  })
}
