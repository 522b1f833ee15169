import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { onSqlite } from '../testing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

onSqlite('traces', start => {
  test('a collector gets a span for each request, below that of the proxy, and nothing about a person', async () => {
    const { endpoint, received } = await collector()
    const server = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, TRUSTED_PROXIES: 'loopback' } })
    const noura = await server.signIn('+971501234567')
    const headers = (flags: string) => ({
      traceparent: `00-${TRACE}-${PARENT}-${flags}`,
      'X-Request-Id': 'of-the-proxy',
    })
    await fetch(`${server.origin}/health/live?phone=971501234567`, { headers: headers('01') })
    await fetch(`${server.origin}/health/ready`, { headers: headers('00') })
    await fetch(`${server.origin}/disciple/v2/user/${noura.uid}/no-such-thing`)

    const spans = () => received.flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans)
    const span = (name: string) => spans().find((one: { name: string }) => one.name === name)
    await expect.poll(() => span('_OTHER none')).toBeDefined()
    const { spanId, startTimeUnixNano, endTimeUnixNano, ...live } = span('GET /health/live')
    expect(live).toEqual({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'GET /health/live',
      kind: 2,
      attributes: [
        { key: 'http.request.method', value: { stringValue: 'GET' } },
        { key: 'http.route', value: { stringValue: '/health/live' } },
        { key: 'http.response.status_code', value: { intValue: '200' } },
        { key: 'request.id', value: { stringValue: 'of-the-proxy' } },
      ],
      status: {},
    })
    expect(spanId).toMatch(/^[\da-f]{16}$/)
    expect(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)).toBeGreaterThan(0n)
    expect(Math.abs(Number(BigInt(endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
    expect(span('GET /health/ready')).toBeUndefined()
    expect(span('_OTHER none').attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'not-found' } })
    const text = JSON.stringify(received)
    for (const secret of [noura.uid, '971501234567', noura.idToken]) expect(text).not.toContain(secret)
  })

  test('a stranger cannot choose the trace, and a collector that is away disturbs nobody', async () => {
    const { endpoint, received } = await collector()
    const server = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
    await fetch(`${server.origin}/health/live`, { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    await expect.poll(() => JSON.stringify(received)).toContain('GET /health/live')
    expect(JSON.stringify(received)).not.toContain(TRACE)

    const other = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' } })
    expect((await fetch(`${other.origin}/health/live`)).status).toBe(200)
  })
})

/** Takes what programs export with OTLP over HTTP. */
async function collector() {
  // biome-ignore lint/suspicious/noExplicitAny: whatever is sent is looked at by the test.
  const received: any[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push(await json(request))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
