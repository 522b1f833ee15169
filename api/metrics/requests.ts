import type { FastifyInstance } from 'fastify'
import { SECOND } from '../../contract/time.ts'
import { counter, type Metric, type MetricSample } from './exposition.ts'

/** Limits of the buckets in seconds. A long poll may take longer than the last limit. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** For requests without a route. Strangers choose their URLs and methods, which would make labels without end. */
const NO_ROUTE = { method: 'other', route: 'none' }

type Counts = { method: string; route: string; byStatus: Map<string, number>; buckets: number[]; seconds: number }

/** Counts the answers by the pattern of their route, never by the URL: a uid may be in it. */
export function countRequests(app: FastifyInstance): () => Metric[] {
  const all = new Map<string, Counts>()

  function countsOf(method: string, route: string): Counts {
    const key = `${method} ${route}`
    const known = all.get(key)
    if (known) return known
    const fresh: Counts = { method, route, byStatus: new Map(), buckets: BUCKETS.map(() => 0), seconds: 0 }
    all.set(key, fresh)
    return fresh
  }

  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const counts = url === undefined ? countsOf(NO_ROUTE.method, NO_ROUTE.route) : countsOf(request.method, url)
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const seconds = reply.elapsedTime / SECOND
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
    counts.seconds += seconds
    const bucket = BUCKETS.findIndex(limit => seconds <= limit)
    if (bucket >= 0) counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
    done()
  })
  return () => metricsOf([...all.values()])
}

function metricsOf(all: Counts[]): Metric[] {
  const total = all.flatMap(({ method, route, byStatus }) =>
    [...byStatus].map(([status, value]) => ({ labels: { method, route, status }, value })),
  )
  return [
    counter('http_requests_total', 'Answered requests by route and class of the status.', total),
    {
      name: 'http_request_duration_seconds',
      help: 'Time until a request was answered; getUpdates and draft/changes wait for news.',
      type: 'histogram',
      samples: all.flatMap(histogramOf),
    },
  ]
}

function histogramOf({ method, route, byStatus, buckets, seconds }: Counts): MetricSample[] {
  const count = [...byStatus.values()].reduce((sum, value) => sum + value, 0)
  const labels = { method, route }
  let within = 0
  const counted = BUCKETS.map((limit, index) => {
    within += buckets[index] ?? 0
    return { suffix: '_bucket', labels: { ...labels, le: String(limit) }, value: within }
  })
  return [
    ...counted,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ]
}
