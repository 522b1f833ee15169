import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveUser } from '../contract/account.ts'
import { createClient } from '../contract/calls/client.ts'
import { becomeFirstOwner } from '../contract/organisation/team.ts'
import { createByEmail } from '../contract/sign-in/email.ts'
import { urlFrom } from './url-from.ts'

const ROOT = join(import.meta.dirname, '..')
const LEFT_OUT = ['node_modules', 'testing/firebase-emulator/node_modules', 'dist', 'data', '.git', 'test-results']
let copy: string
let server: ChildProcess

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'step-by-step-start-'))
})

afterEach(async () => {
  server.kill()
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(copy, { recursive: true, force: true })
})

test('the first start of a fresh copy builds and then serves a demo', { timeout: 180_000 }, async () => {
  cpSync(ROOT, copy, { recursive: true, filter: path => !LEFT_OUT.some(name => path === join(ROOT, name)) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  start(copy, 'bin/start.mjs')
  let complaints = ''
  server.stderr?.on('data', chunk => (complaints += chunk))

  const page = await fetch(await urlFrom(server), { headers: { Accept: 'text/html' } })

  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root">')
  expect(complaints).not.toContain('Warning')
})

test('a demo says where somebody begins to look after it, until somebody does', async () => {
  const startDemo = async () => {
    let text = ''
    start(ROOT, 'api/main.ts', { DEMO_COURSES: 'off' })
    server.stdout?.on('data', chunk => (text += chunk))
    await expect.poll(() => text).toContain('is ready at')
    const [origin = ''] = /http:\S+/.exec(text) ?? []
    // When a call is answered, the lines that are printed after "is ready at" have arrived, too.
    await fetch(`${origin}/health`)
    return { text, origin }
  }
  const { text, origin } = await startDemo()
  expect(text).toContain(`The first person who signs in at ${origin}/org can become the owner.`)
  const body = { email: 'reem@example.org', password: 'steps 2026' }
  const { data } = await createClient({ base: origin })(createByEmail, { body })
  const call = createClient({ base: origin, token: async () => data.idToken })
  await call(saveUser, { params: { uid: data.uid }, body: {} })
  await call(becomeFirstOwner, { body: {} })
  server.kill()
  await once(server, 'exit')
  expect((await startDemo()).text).not.toContain('/org')
})

test('a reason that stops the start is printed as a sentence, without a stack', async () => {
  const occupant = createServer().listen(0, 'localhost')
  await once(occupant, 'listening')
  const { port } = occupant.address() as { port: number }
  start(ROOT, 'api/main.ts', { PORT: String(port) })
  expect(await complaintOf(server)).toMatch(/^Step by Step cannot start:\n.*EADDRINUSE.*\nPORT: /)
  occupant.close()

  writeFileSync(join(copy, 'step-by-step.sqlite'), 'no database '.repeat(100))
  start(ROOT, 'api/main.ts', { DATA_DIR: copy })
  expect(await complaintOf(server)).toMatch(/^Step by Step cannot start:\n.*step-by-step\.sqlite: .*\n$/)
})

test('a database that does not answer yet is waited for', async () => {
  start(ROOT, 'api/main.ts', { DATABASE_URL: 'postgres://127.0.0.1:1/none', LOG_LEVEL: 'error' })
  let output = ''
  server.stdout?.on('data', chunk => (output += chunk))
  await expect.poll(() => output).toMatch(/The database does not answer: .*trying again in 1 s/)
})

test('a missing bucket is an error in the log from the start', async () => {
  const service = createHttpServer((_request, response) => response.writeHead(404).end()).listen(0, 'localhost')
  await once(service, 'listening')
  const { port } = service.address() as { port: number }
  const bucket = { STORAGE: 's3', S3_BUCKET: 'nothere', S3_ENDPOINT: `http://localhost:${port}` }
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'key' }
  start(ROOT, 'api/main.ts', { ...bucket, ...keys, DEMO_COURSES: 'off', LOG_LEVEL: 'error' })
  let output = ''
  server.stdout?.on('data', chunk => (output += chunk))
  await expect.poll(() => output).toMatch(/"S3_BUCKET: there is no bucket nothere.*storage does not/)
  service.close()
})

/** Packages that people wait for at the sign-in, a page, a recording or a message. */
const EVERY_DAY = [
  '@fastify/busboy',
  '@fastify/static',
  'altcha-lib',
  'fastify',
  'jose',
  'kysely',
  'libphonenumber-js',
  'pino',
  'valibot',
]
/** The files with the two halves of the organisation's side. This side is half of the server's own code. */
const HALVES = /^loaded .*\/organisation\/(?:office-routes|courses\/routes)\.ts$/m

test('a start loads only the packages of every day, and makes a database that its owner reads, in any folder', async () => {
  const dataDir = join(copy, 'data')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  start(ROOT, 'api/main.ts', { DEMO_COURSES: 'off', NODE_OPTIONS: `--import=${REPORTER}` })
  let output = ''
  server.stderr?.on('data', chunk => (output += chunk))
  const origin = await urlFrom(server)
  for (const file of ['', '-wal', '-shm']) {
    expect(statSync(join(dataDir, `step-by-step.sqlite${file}`)).mode & 0o777).toBe(0o600)
  }
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200)

  const loaded = new Set(
    [...output.matchAll(/^loaded .*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => name),
  )
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const ours = Object.keys({ ...dependencies, ...devDependencies }).filter(name => loaded.has(name))
  expect(ours.toSorted(), 'import it where it is used: const { … } = await import(…)').toEqual(EVERY_DAY)
  expect(output).not.toMatch(HALVES)
  expect((await fetch(`${origin}/org/v1/home`)).status).toBe(401)
  await expect.poll(() => output).toMatch(HALVES)
})

/** Prints which files Node loads. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      process._rawDebug('loaded ' + url)
      return next(url, context)
    },
  })
`)}`

test('a release serves the front end that it brought, also where a newer release left its sources', async () => {
  installWithNewerSources('builds/20261124063728000-3659b463e946')
  start(copy, 'bin/start.mjs')
  expect(await printed(server)).toBe('served\n')
})

test('a front end that cannot be built here is one sentence that says what to do', async () => {
  installWithNewerSources('builds/20261124063728000-4711')
  start(copy, 'bin/start.mjs')
  const complaint = await complaintOf(server)
  expect(complaint).toContain('The front end is missing or older than its sources, and could not be built')
  expect(complaint).toContain('npm run build')
})

/** An installation whose sources are newer than its front end, and whose build fails. */
function installWithNewerSources(build: string): void {
  cpSync(join(ROOT, 'bin'), join(copy, 'bin'), { recursive: true })
  for (const folder of ['web', 'contract', 'build', 'api', 'dist', `dist/${build}`])
    mkdirSync(join(copy, folder), { recursive: true })
  const page = join(copy, 'dist', build, 'index.html.br')
  writeFileSync(page, '')
  utimesSync(page, 1, 1)
  symlinkSync(build, join(copy, 'dist/web'))
  writeFileSync(join(copy, 'web/newer.ts'), '')
  writeFileSync(join(copy, 'build/build.ts'), 'process.exit(1)')
  writeFileSync(join(copy, 'api/main.ts'), "console.log('served')")
}

async function printed(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.on('data', chunk => (text += chunk))
  await once(child, 'close')
  return text
}

function start(folder: string, program: string, settings: Record<string, string> = {}): void {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const own = { PORT: '0', DATA_DIR: join(copy, 'data'), DATABASE_URL: '', LOG_LEVEL: 'silent' }
  server = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function complaintOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.resume()
  child.stderr?.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  return output
}
