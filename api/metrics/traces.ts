import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SECOND } from '../../contract/time.ts'
import { VERSION } from '../../contract/version.ts'

const SEND_EVERY_MS = 2 * SECOND
const ANSWER_LIMIT_MS = 5 * SECOND
/** While the collector is away, so many spans wait. Later ones are dropped. */
const MAX_WAITING = 5000
const SERVER = 2
const ERROR = 2

type Deps = {
  /** A collector that speaks OTLP over HTTP. Empty: no traces. */
  endpoint: string
  /** Whether a trace may begin at the proxy: its `traceparent` is believed. */
  trustsProxy: boolean
  failed: (error: Error) => void
  now: () => number
}
type Attribute = { key: string; value: { stringValue: string } | { intValue: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}

/** Sends a span for each answered request: route, status and times, and nothing about a person. */
export function sendTraces(app: FastifyInstance, { endpoint, trustsProxy, failed, now }: Deps): void {
  if (endpoint === '') return
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  let waiting: Span[] = []

  async function send(): Promise<void> {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    const headers = { 'Content-Type': 'application/json' }
    const options = { method: 'POST', headers, body: exportOf(spans), signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }
    try {
      const { ok, status } = await fetch(url, options)
      if (!ok) throw new Error(`the collector answered ${status}`)
    } catch (error) {
      failed(error as Error)
      waiting = [...spans, ...waiting].slice(0, MAX_WAITING)
    }
  }

  app.addHook('onResponse', (request, reply, done) => {
    const parent = trustsProxy ? parentIn(request) : undefined
    if (parent?.isSampled !== false && waiting.length < MAX_WAITING) waiting.push(spanOf(request, reply, parent, now()))
    done()
  })
  const timer = setInterval(() => void send(), SEND_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await send()
  })
}

type Parent = { traceId: string; spanId: string; isSampled: boolean }

/** https://www.w3.org/TR/trace-context */
function parentIn({ headers }: FastifyRequest): Parent | undefined {
  const [, traceId, spanId, flags] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(headers.traceparent)) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The pattern of the route, never the URL: a uid or a phone number may be in it. */
function spanOf(request: FastifyRequest, reply: FastifyReply, parent: Parent | undefined, now: number): Span {
  const { url } = request.routeOptions
  const { method, name } =
    url === undefined ? { method: '_OTHER', name: 'none' } : { method: request.method, name: url }
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent ? { parentSpanId: parent.spanId } : {}),
    name: `${method} ${name}`,
    kind: SERVER,
    startTimeUnixNano: nanoseconds(now - reply.elapsedTime),
    endTimeUnixNano: nanoseconds(now),
    attributes: [
      { key: 'http.request.method', value: { stringValue: method } },
      { key: 'http.route', value: { stringValue: name } },
      { key: 'http.response.status_code', value: { intValue: String(reply.statusCode) } },
      { key: 'request.id', value: { stringValue: request.id } },
      ...(request.errorCode ? [{ key: 'error.type', value: { stringValue: request.errorCode } }] : []),
    ],
    status: reply.statusCode >= 500 ? { code: ERROR } : {},
  }
}

/** A text, because a number of JavaScript cannot hold the nanoseconds since 1970. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}

function exportOf(spans: Span[]): string {
  const attributes = [
    { key: 'service.name', value: { stringValue: 'step-by-step' } },
    { key: 'service.version', value: { stringValue: VERSION } },
    { key: 'process.pid', value: { intValue: String(process.pid) } },
  ]
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'http' }, spans }] }],
  })
}
