import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { tryToInstall } from '../../testing/apt.ts'
import { PHONES, send, startWithAll, textsOf, updates } from '../messages/testing.ts'
import { onPostgres } from '../testing.ts'
import { freePort, ownerFor } from '../testing-postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

onPostgres('Behind PgBouncer in session mode', start => {
  if (!existsSync(PROGRAM)) tryToInstall('pgbouncer')

  test.skipIf(!existsSync(PROGRAM))('everything works, and every query has a time limit', async () => {
    const direct = await start()
    const databaseUrl = await startBouncer(direct.services.config.databaseUrl)
    const { server, salma, noura, mentorId } = await startWithAll(options => start({ ...options, databaseUrl }))
    const elsewhere = await server.another()
    const salmaElsewhere = { ...salma, call: (await elsewhere.signIn(PHONES.salma)).call }
    const { cursor, state } = await updates(salmaElsewhere)

    const held = updates(salmaElsewhere, { since: cursor, state }, 20)
    await send(noura, mentorId, 'Is this wound clean?')

    expect(textsOf((await held).messages)).toEqual(['Is this wound clean?'])
    const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings where name in ('statement_timeout', 'jit') order by name`.execute(
      server.services.db,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['off', '10000'])
  })
})

let bouncer: ChildProcess
let folder: string
afterAll(async () => {
  bouncer?.kill('SIGINT')
  if (bouncer?.exitCode === null) await once(bouncer, 'exit')
  if (folder) rmSync(folder, { recursive: true })
})

/** The lines of docs/self-hosting.md, without passwords. */
async function startBouncer(databaseUrl: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  folder = mkdtempSync(join(tmpdir(), 'step-by-step-pgbouncer-'))
  const listenPort = await freePort()
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = session',
    'default_pool_size = 40',
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  const owner = ownerFor(folder)
  bouncer = spawn(PROGRAM, [file], { stdio: 'ignore', ...owner })
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
