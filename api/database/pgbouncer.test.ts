import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { getSettings } from '../../contract/settings.ts'
import { tryToInstall } from '../../testing/apt.ts'
import { hasPgbouncer, startPgbouncer } from '../../testing/pgbouncer.ts'
import { PHONES, send, startWithAll, textsOf, updates } from '../messages/testing.ts'
import { onPostgres } from '../testing.ts'
import { startPostgres } from '../testing-postgres.ts'
import { sessionSettings } from './postgres-client.ts'

const settingsQuery = `connect_query='${sessionSettings({ isPatient: false })}'`

onPostgres('Behind PgBouncer', start => {
  if (!hasPgbouncer()) tryToInstall('pgbouncer')

  test.skipIf(!hasPgbouncer()).each([
    { poolsBy: 'session', size: 40 },
    // Fewer connections than one process may use.
    { poolsBy: 'transaction', size: 3 },
  ])('that pools by $poolsBy everything works, and every query has a time limit', async ({ poolsBy, size }) => {
    expect(readFileSync('docs/self-hosting.md', 'utf8')).toContain(settingsQuery)
    const { pathname } = new URL((await start()).services.config.databaseUrl)
    const direct = new URL(pathname, inject('postgresUrl')).href
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

  test.skipIf(!hasPgbouncer())('a PostgreSQL that is away gives 503, and comes back by itself', async () => {
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

/** Starts PgBouncer with the lines of docs/self-hosting.md, without passwords. */
async function startBouncer(databaseUrl: string, ofPool: readonly string[], ofDatabase: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const database = `${name} = host=${hostname} port=${port} dbname=${name} user=${username} ${ofDatabase}`
  const { urlOf, stop } = await startPgbouncer([database], ofPool)
  onTestFinished(stop)
  return urlOf(name)
}
