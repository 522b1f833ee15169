import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { tryToInstall } from '../testing/apt.ts'
import { freePort } from '../testing/free-port.ts'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../testing/pgbouncer.ts'
import { type Owner, ownerFor } from '../testing/postgres-user.ts'
import { makePostgresTemplate, migrationsHash, TEMPLATE } from './testing-templates.ts'

const DEBIAN_VERSIONS = '/usr/lib/postgresql'
const START_LIMIT_MS = 120_000
const START_LOOK_MS = 20
const INITDB_OPTIONS = ['-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync']
const CACHE = join(import.meta.dirname, '../node_modules/.cache/postgres')
/**
 * Tests need no durability, so writes need not reach the disk. Tests of durability start a server without these
 * settings.
 */
const LAZY = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']

/**
 * Starts a real PostgreSQL for the tests on a free port, and deletes it at the end. It begins to answer while the first
 * test file is imported: testing-databases.ts waits for it.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isWanted = process.env.DATABASES?.split(',').includes('postgres') ?? true
  const given = isWanted ? process.env.TEST_DATABASE_URL : ''
  const server = given || !isWanted ? undefined : await startPostgres(LAZY, { isAwaited: false })
  const pooler = server && hasPgbouncer() ? await startPooler(server) : undefined
  const url = given ?? server?.url ?? ''
  project.provide('postgresUrl', url)
  project.provide('pooledPostgresUrl', pooler?.urlOf('postgres') ?? url)
  return async () => {
    await pooler?.stop()
    await server?.stop()
  }
}

/**
 * Keeps connections from one test to the next. A new one costs up to 50 ms of processor time, because PostgreSQL starts
 * a process for it, and each test opens several.
 */
function startPooler({ url }: Postgres): Promise<Pgbouncer> {
  const { hostname, port, username } = new URL(url)
  const settings = ['pool_mode = session', 'default_pool_size = 60', 'max_client_conn = 1000', 'server_login_retry = 1']
  return startPgbouncer([`* = host=${hostname} port=${port} user=${username}`], settings)
}

/** `fast`, `immediate` and a crash, in the words of pg_ctl. */
export type EndSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

export type Postgres = {
  url: string
  /** Sends a signal to all processes: stopping only the parent leaves its connections running. */
  signal: (name: NodeJS.Signals) => void
  end: (signal: EndSignal) => Promise<void>
  /** Resolves when it accepts connections. */
  answers: () => Promise<void>
  /** Starts it again on the same data, after `end`. */
  begin: () => Promise<void>
  stop: () => Promise<void>
}

/** A server on a free port; undefined if PostgreSQL is not available. */
export async function startPostgres(settings: string[] = [], { isAwaited = true } = {}): Promise<Postgres | undefined> {
  const bin = findOrInstall()
  const postgres = bin ? await start(bin, settings) : undefined
  if (isAwaited) await postgres?.answers()
  return postgres
}

/** The folder of the server's programs. Installed by apt as root on Debian; undefined if not available. */
function findOrInstall(): string | undefined {
  const found = installed()
  if (found) return found
  tryToInstall('postgresql')
  return installed()
}

function installed(): string | undefined {
  if (!existsSync(DEBIAN_VERSIONS)) return undefined
  const newest = readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
  return newest.map(version => join(DEBIAN_VERSIONS, version, 'bin')).find(bin => existsSync(join(bin, 'initdb')))
}

async function start(bin: string, wanted: string[]): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-postgres-'))
  const owner = ownerFor(folder)
  const data = join(folder, 'data')
  await makeCluster({ bin, data, folder, owner })
  return serve({ bin, data, folder, owner }, wanted)
}

async function serve({ bin, data, folder, owner }: Cluster, wanted: string[]): Promise<Postgres> {
  const port = await freePort()
  const settings = [...wanted, 'max_connections=300', `unix_socket_directories=${folder}`]
  const begin = () =>
    spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap(setting => ['-c', setting])],
      { stdio: 'ignore', ...owner },
    )
  let server = begin()
  const end = async (signal: EndSignal) => {
    // A server whose disk is gone has already ended by itself.
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    signal: name => {
      // Looked up first: after the end of the server, its children have another parent.
      const children = childrenOf(server.pid)
      server.kill(name)
      for (const pid of children) signalIfThere(pid, name)
    },
    end,
    answers: () => answers(bin, port),
    begin: async () => {
      server = begin()
      // The new server ends at once while the last processes of the killed server still have its shared memory.
      await answers(bin, port, () => {
        if (server.exitCode !== null) server = begin()
      })
    },
    stop: async () => {
      // The data is deleted, so the server need not write it to the disk.
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Copies the cluster that was made before, with a template database in it: initdb and the migrations take longer than
 * all else before the first test.
 */
async function makeCluster(cluster: Cluster): Promise<void> {
  const { bin, data, owner } = cluster
  const initdb = join(bin, 'initdb')
  const locale = Object.entries(process.env).filter(([name]) => /^(LANG|LC_.*|TZ)$/.test(name))
  const madeBy = [initdb, statSync(initdb).mtimeMs, INITDB_OPTIONS, locale.toSorted(), userInfo().uid, migrationsHash()]
  const kept = join(CACHE, `cluster-${createHash('sha256').update(JSON.stringify(madeBy)).digest('hex').slice(0, 16)}`)
  if (existsSync(kept)) {
    copyFolder(kept, data)
    return
  }
  execFileSync(initdb, ['-D', data, ...INITDB_OPTIONS], { stdio: 'ignore', ...owner })
  const server = await serve(cluster, LAZY)
  await server.answers()
  await makePostgresTemplate(server.url, TEMPLATE)
  await server.end('SIGINT')
  const unfinished = `${kept}.${process.pid}`
  try {
    mkdirSync(CACHE, { recursive: true })
    copyFolder(data, unfinished)
    renameSync(unfinished, kept)
  } catch {
    // Another run was first, or the folder cannot be written: the tests run without the copy.
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Copies a folder with its owner and modes, which PostgreSQL checks. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to], { stdio: 'ignore' })
}

function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** PostgreSQL may end its own processes at any time, for example that of a closed connection. */
function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** `folder` is for the socket. */
type Cluster = { bin: string; data: string; folder: string; owner: Owner }

async function answers(bin: string, port: number, beforeNextTry = () => {}): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return
    } catch {
      beforeNextTry()
      await sleep(START_LOOK_MS)
    }
  }
  throw new Error('PostgreSQL for the tests did not start')
}
