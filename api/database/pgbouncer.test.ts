import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { getSettings } from '../../contract/settings.ts'
import { tryToInstall } from '../../testing/apt.ts'
import { freePort } from '../../testing/free-port.ts'
import { PHONES, send, startWithAll, textsOf, updates } from '../messages/testing.ts'
import { onPostgres } from '../testing.ts'
import { ownerFor, startPostgres } from '../testing-postgres.ts'
import { sessionSettings } from './postgres-client.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

const settingsQuery = `connect_query='${sessionSettings({ isPatient: false })}'`

onPostgres('Behind PgBouncer', start => {
  if (!existsSync(PROGRAM)) tryToInstall('pgbouncer')

  test.skipIf(!existsSync(PROGRAM)).each([
    { poolsBy: 'session', size: 40 },
    // Fewer connections than one process may use.
    { poolsBy: 'transaction', size: 3 },
  ])('that pools by $poolsBy everything works, and every query has a time limit', async ({ poolsBy, size }) => {
    expect(readFileSync('docs/self-hosting.md', 'utf8')).toContain(settingsQuery)
    const direct = (await start()).services.config.databaseUrl
    const isShared = poolsBy === 'transaction'
    const databaseUrl = await startBouncer(
      direct,
      [`pool_mode = ${poolsBy}`, `default_pool_size = ${size}`],
      isShared ? settingsQuery : '',
    )
    const env: Record<string, string> = isShared ? { DATABASE_DIRECT_URL: direct } : {}
    const { server, salma, noura, mentorId } = await startWithAll(options =>
      start({ ...options, env: { ...options?.env, ...env }, databaseUrl }),
    )
    const elsewhere = await server.another()
    const salmaElsewhere = { ...salma, call: (await elsewhere.signIn(PHONES.salma)).call }
    const { cursor, state } = await updates(salmaElsewhere)

    const held = updates(salmaElsewhere, { since: cursor, state }, 20)
    await send(noura, mentorId, 'Is this wound clean?')

    expect(textsOf((await held).messages)).toEqual(['Is this wound clean?'])
    const texts = Array.from({ length: 30 }, (_, index) => `Message ${index}`)
    await Promise.all(texts.map(text => send(noura, mentorId, text)))
    const { messages } = await updates(salmaElsewhere, { since: cursor })
    expect(textsOf(messages)).toHaveLength(31)
    const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings where name in ('statement_timeout', 'jit') order by name`.execute(
      server.services.db,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['off', '10000'])
  })

  test.skipIf(!existsSync(PROGRAM))('a PostgreSQL that is away gives 503, and comes back by itself', async () => {
    const postgres = await startPostgres()
    if (!postgres) return
    onTestFinished(postgres.stop)
    const ofPool = ['pool_mode = session', 'default_pool_size = 40', 'server_login_retry = 1', 'query_wait_timeout = 1']
    const databaseUrl = await startBouncer(postgres.url, ofPool, '')
    const { origin } = await start({ databaseUrl, env: { LOG_LEVEL: 'silent' } })
    const status = async () => (await fetch(origin + getSettings.path)).status
    expect(await status()).toBe(200)
    await postgres.end('SIGQUIT')
    // The first calls meet connections that were cut, the later ones only the pooler.
    for (const time of [1, 2, 3, 4]) expect(await status(), `call ${time}`).toBe(503)
    await postgres.begin()
    await expect.poll(status).toBe(200)
  })
})

/** The lines of docs/self-hosting.md, without passwords. */
async function startBouncer(databaseUrl: string, ofPool: readonly string[], ofDatabase: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-pgbouncer-'))
  const listenPort = await freePort()
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username} ${ofDatabase}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...ofPool,
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  const owner = ownerFor(folder)
  const bouncer = spawn(PROGRAM, [file], { stdio: 'ignore', ...owner })
  onTestFinished(async () => {
    bouncer.kill('SIGINT')
    if (bouncer.exitCode === null) await once(bouncer, 'exit')
    rmSync(folder, { recursive: true })
  })
  const url = `postgres://${username}@127.0.0.1:${listenPort}/${name}`
  while (!(await answers(url))) {
    expect(bouncer.exitCode).toBe(null)
    await sleep(50)
  }
  return url
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
