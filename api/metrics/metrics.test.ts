import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getUpdates } from '../../contract/messages.ts'
import { noteBackup } from '../database/backup/last-backup.ts'
import { onEachDatabase } from '../testing.ts'
import { exposition } from './exposition.ts'

const TOKEN = 'a-token-for-the-metrics'
const env = { METRICS_TOKEN: TOKEN }

onEachDatabase('metrics', (start, database) => {
  test('are off without a token, also for a browser', async () => {
    const { origin } = await start()
    for (const accept of ['*/*', 'text/html'])
      expect((await fetch(`${origin}/metrics`, { headers: { accept } })).status).toBe(404)
  })

  test('need the token', async () => {
    const { origin } = await start({ env })
    for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, TOKEN, `Basic ${btoa(`:${TOKEN}`)}`]) {
      const { status, headers } = await fetch(`${origin}/metrics`, { headers: { authorization } })
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    const { status, headers } = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  })

  test('count requests by route, and name nobody', async () => {
    const server = await start({ env })
    const noura = await server.signInBySms('+971501234567')
    await fetch(`${server.origin}/disciple/v2/user/${noura.uid}/no-such-thing`)
    await fetch(`${server.origin}/health/live?phone=971501234567`)
    await fetch(`${server.origin}/health/live`)
    const text = await metricsOf(server.origin)
    expect(text).toContain('http_requests_total{method="GET",route="/health/live",status="2xx"} 2\n')
    expect(text).toContain('http_requests_total{method="other",route="none",status="4xx"} 1\n')
    expect(text).toContain('route="/disciple/v2/user/:uid",status="2xx"} 1\n')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/health/live"} 2\n')
    expect(text).toContain('step_by_step_outgoing_total{kind="sms",result="sent"} 1\n')
    expect(text).not.toContain(noura.uid)
    expect(text).not.toContain('971501234567')
    for (const line of text.trim().split('\n')) expect(line).toMatch(LINE)
  })

  test('tell how the database is, who waits for news, and when the last backup was', async () => {
    const server = await start({ env })
    const { origin, services, clock } = server
    const noura = await server.signInBySms('+971501234567')
    expect(await numberOf(origin, 'step_by_step_database_failed_queries_total')).toBe(0)
    await services.db
      .deleteFrom('nowhere' as 'users')
      .execute()
      .catch(() => {})
    expect(await numberOf(origin, 'step_by_step_database_failed_queries_total')).toBe(1)
    const connections = await numberOf(origin, 'step_by_step_database_connections')
    if (database === 'postgres') expect(connections).toBeGreaterThan(0)
    else expect(connections).toBeUndefined()

    expect(await numberOf(origin, 'step_by_step_last_backup_timestamp_seconds')).toBeUndefined()
    clock.stop()
    await noteBackup(services.db, clock.now())
    expect(await numberOf(origin, 'step_by_step_last_backup_timestamp_seconds')).toBe(clock.now() / 1000)
    expect(await numberOf(origin, 'step_by_step_storage_up')).toBe(1)
    if (database === 'postgres') {
      const served = await metricsOf(origin)
      expect(namesWatched().filter(name => !served.includes(`\n${name}`))).toEqual([])
    }

    const { state, cursor } = (await noura.call(getUpdates, { query: {} })).data
    const leaving = new AbortController()
    const headers = { Prefer: 'wait=25' }
    const waiting = noura.call(getUpdates, { query: { state, since: cursor } }, { headers, signal: leaving.signal })
    await expect.poll(() => numberOf(origin, 'step_by_step_long_polls')).toBe(1)
    leaving.abort()
    await expect(waiting).rejects.toThrow()
    await expect.poll(() => numberOf(origin, 'step_by_step_long_polls')).toBe(0)
  })
})

test('a value of a label cannot end its line', () => {
  const samples = [{ labels: { route: 'a"\n\\' }, value: 1 }]
  expect(exposition([{ name: 'n', help: 'h', type: 'gauge', samples }])).toBe(
    '# HELP n h\n# TYPE n gauge\nn{route="a\\"\\n\\\\"} 1\n',
  )
})

/** The metrics that alerts and the board ask for; `up` is of Prometheus itself. */
function namesWatched(): string[] {
  const files = ['prometheus-alerts.yaml', 'grafana-board.json'].map(
    name => `${import.meta.dirname}/../../docs/monitoring/${name}`,
  )
  const texts = files.map(file => readFileSync(file, 'utf8').replaceAll('\\"', '"'))
  return [...new Set(texts.flatMap(text => text.match(/\w+_\w+(?=\{job=)/g) ?? []))]
}

const LINE = /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.]+(e[+-]?\d+)?)$/

async function metricsOf(origin: string): Promise<string> {
  return (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
}

async function numberOf(origin: string, name: string): Promise<number | undefined> {
  const value = new RegExp(`^${name} (.+)$`, 'm').exec(await metricsOf(origin))?.[1]
  return value === undefined ? undefined : Number(value)
}
