import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, inject } from 'vitest'
import { type Call, createClient } from '../contract/calls/client.ts'
import { HOUR } from '../contract/time.ts'
import { buildApp } from './app.ts'
import { type CourseChecker, createCourseChecker } from './courses/checking/course-checker.ts'
import { openOriginals } from './courses/files/originals.ts'
import { importCourse } from './courses/import.ts'
import { stepsOnce } from './courses/testing-steps.ts'
import { sqliteFile } from './database/open.ts'
import { checkReads } from './description/testing-reads.ts'
import { checkReplies } from './description/testing-replies.ts'
import { publisherFor } from './media/publish.ts'
import type { diskSpaceOf } from './media/storage/disk-space.ts'
import { createSharedReportThread } from './organisation/reports/thread/start-report-thread.ts'
import { readConfig } from './read-config.ts'
import { openSecrets } from './secrets/secrets.ts'
import { type PushPace, type Services, startServices } from './services.ts'
import type { KeyOf } from './sign-in/firebase/google-keys.ts'
import { newCode } from './sign-in/phone/code.ts'
import { saveCode } from './sign-in/phone/codes.ts'
import { newPostgresDatabase } from './testing-databases.ts'
import { enter, type Person, signIn, type Visit } from './testing-people.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a PostgreSQL server where tests create databases; empty if there is none. */
    postgresUrl: string
    /** The same server, through a pooler that keeps connections from one test to the next, if there is one. */
    pooledPostgresUrl: string
  }
}

export type TestDatabase = 'sqlite' | 'postgres'

export type TestServer = {
  services: Services
  origin: string
  /** The client of a signed-out browser. */
  call: Call
  clock: Clock
  /** The texts that would have been sent by SMS or mail, oldest first. */
  outbox(): OutboxLine[]
  /**
   * Signs in with a code that no SMS brought. Tests of many people would take much longer with a challenge and an SMS
   * for each.
   */
  signIn(phone: string, visit?: Visit): Promise<Person>
  /** Signs in as a browser does, with a challenge and an SMS. */
  signInBySms(phone: string, visit?: Visit): Promise<Person>
  importCourse(folder: string): ReturnType<typeof importCourse>
  /** A second process on the same database. */
  another(more?: Pick<StartOptions, 'beginsWork'>): Promise<TestServer>
}

/** A check depends on nothing but the course, and the start of its thread takes longer than most checks. */
const sharedChecker: CourseChecker = { ...createCourseChecker(), close: async () => {} }
/** The start of its thread takes much longer than a report of the few people in a test. */
const sharedReportThread = createSharedReportThread()

export type OutboxLine = { kind: 'sms' | 'email' | 'whatsapp'; to: string; text: string; code?: string; link?: string }
type StartOptions = {
  /** It runs until the suite ends. Each test needs people of its own (`newPhone`), and leaves the clock alone. */
  isForAll?: boolean
  env?: Record<string, string>
  databaseUrl?: string
  dataDir?: string
  clock?: Clock
  /** Replaces Google's keys. */
  keyOf?: KeyOf
  pushPace?: PushPace
  /** Passwords are hashed with the effort of a real server, which takes 35 ms each. */
  hashesAsInUse?: boolean
  /** Tells how full the disk is, in place of the disk. */
  diskSpaceOf?: typeof diskSpaceOf
  /** The work of each minute and hour begins at once. On PostgreSQL it takes as long as the rest of the start. */
  beginsWork?: boolean
}
export type Start = (options?: StartOptions) => Promise<TestServer>

/** A clock that runs, and can be moved and stopped. */
export class Clock {
  #ahead = 0
  #stoppedAt: number | undefined
  now = (): number => (this.#stoppedAt ?? Date.now()) + this.#ahead
  advance(ms: number): void {
    this.#ahead += ms
  }
  stop(): void {
    this.#stoppedAt = Date.now()
  }
}

/** Runs a suite on SQLite and, if available, on PostgreSQL. `DATABASES=sqlite` runs only one. */
export function onEachDatabase(name: string, suite: (start: Start, database: TestDatabase) => void): void {
  onSqlite(name, start => suite(start, 'sqlite'))
  onPostgres(name, start => suite(start, 'postgres'))
}

/** Runs a suite on SQLite. */
export function onSqlite(name: string, suite: (start: Start) => void): void {
  if (isWanted('sqlite')) describe(`${name} (SQLite)`, () => suite(startOn('sqlite')))
}

/** Runs a suite on PostgreSQL, if available. */
export function onPostgres(name: string, suite: (start: Start) => void): void {
  if (!isWanted('postgres')) return
  const canPostgres = inject('postgresUrl') !== ''
  describe.skipIf(!canPostgres)(`${name} (PostgreSQL)`, () => suite(startOn('postgres')))
}

function isWanted(database: TestDatabase): boolean {
  return process.env.DATABASES?.split(',').includes(database) ?? true
}

type CleanUp = () => unknown

/** Runs the last one first. */
async function runAll(cleanUps: CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}

function startOn(database: TestDatabase): Start {
  const afterTest: CleanUp[] = []
  const afterSuite: CleanUp[] = []
  afterEach(() => runAll(afterTest))
  afterAll(() => runAll(afterSuite))

  return async function start(options = {}): Promise<TestServer> {
    const cleanUps = options.isForAll ? afterSuite : afterTest
    const dataDir = options.dataDir ?? newDataDir(cleanUps)
    if (database === 'sqlite' && !options.dataDir) copyFileSync(inject('sqliteTemplate'), sqliteFile({ dataDir }))
    const databaseUrl = options.databaseUrl ?? (database === 'postgres' ? await lentDatabase(cleanUps) : '')
    const clock = options.clock ?? new Clock()
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      DEMO_COURSES: 'off',
      ...options.env,
    })
    const services = await startServices(config, {
      now: clock.now,
      efforts: {
        challengeEffort: 1,
        ...(options.hashesAsInUse ? {} : { passwordEffort: { memory: 8, passes: 1, parallelism: 1 } }),
      },
      checker: sharedChecker,
      reportThread: sharedReportThread,
      ...(options.keyOf ? { keyOf: options.keyOf } : {}),
      ...(options.pushPace ? { pushPace: options.pushPace } : {}),
      ...(options.diskSpaceOf ? { diskSpaceOf: options.diskSpaceOf } : {}),
      firstRoundAfterMs: options.beginsWork ? 0 : HOUR,
    })
    const app = await buildApp(services)
    checkReplies(app)
    checkReads(app)
    await app.listen({ host: '127.0.0.1', port: 0 })
    cleanUps.push(async () => {
      await app.close()
      await services.close()
    })
    const origin = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    const call = createClient({ base: origin })
    let key: Buffer | undefined
    return {
      services,
      origin,
      call,
      clock,
      outbox: () => readOutbox(dataDir),
      signIn: async (phone, visit) => {
        const code = newCode()
        key ??= openSecrets(config).codes
        await saveCode(services.db, phone, code, { key, now: clock.now() })
        return enter(origin, phone, code, visit)
      },
      signInBySms: (phone, visit) => signIn(origin, phone, () => readOutbox(dataDir), visit),
      importCourse: async folder => {
        const where = {
          originals: await openOriginals(config),
          publisher: await publisherFor(config),
          steps: stepsOnce,
        }
        return importCourse(services.db, folder, where)
      },
      another: more => start({ ...options, ...more, dataDir, databaseUrl, clock }),
    }
  }
}

async function lentDatabase(cleanUps: CleanUp[]): Promise<string> {
  const { url, release } = await newPostgresDatabase()
  cleanUps.push(release)
  return url
}

function newDataDir(cleanUps: CleanUp[]): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-'))
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

function readOutbox(dataDir: string): OutboxLine[] {
  const file = join(dataDir, 'outbox.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map(line => JSON.parse(line))
}
