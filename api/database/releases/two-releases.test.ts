import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { logPage } from '../../../contract/lessons.ts'
import { urlFrom } from '../../../testing/url-from.ts'
import { addMentor, PHONES, send, textsOf, updates } from '../../messages/testing.ts'
import type { Updates } from '../../messages/updates/updates.ts'
import { onPostgres } from '../../testing.ts'
import { type Person, personAt } from '../../testing-people.ts'
import { addMigrations, hasHistory, lastRelease, unpackLastRelease } from './testing-last-release.ts'

const LESSON = 'first-aid-en-cuts'
const CHOSEN = 'when she returns|completes the lesson|stores once|Noura reads the reply|same message|has seen her'

onPostgres('The last release beside this version', start => {
  let folder: string
  beforeAll(() => {
    folder = hasHistory ? unpackLastRelease() : ''
  })
  afterAll(() => {
    if (folder) rmSync(folder, { recursive: true })
  })

  test.skipIf(!hasHistory)(
    'both serve the same people at the same time, in the middle of a rolling restart',
    async () => {
      const [databaseUrl, dataDir] = [await emptyDatabase(), newFolder()]
      const older = await startProgram(folder, { databaseUrl, dataDir })
      const server = await start({ databaseUrl, dataDir, env: { LIMIT_FACTOR: '100' } })
      await server.importCourse('courses/first-aid-en')
      await server.services.catalogue.refresh()
      const { id: mentorId } = await addMentor(server, 'Salma Haddad', PHONES.salma)
      const [salma, noura] = [await server.signIn(PHONES.salma), await server.signIn(PHONES.noura)]
      const [salmaThere, nouraThere] = [personAt({ origin: older }, salma), personAt({ origin: older }, noura)]

      const waiting = await pollFrom(salmaThere)
      await send(noura, mentorId, 'Is this wound clean?')
      expect(textsOf((await waiting.news).messages)).toEqual(['Is this wound clean?'])

      const held = await pollFrom(noura)
      const key = randomUUID()
      const sent = await send(salmaThere, noura.uid, 'Send me a picture.', { key })
      expect(await send(salma, noura.uid, 'Send me a picture.', { key })).toEqual(sent)
      expect(textsOf((await held.news).messages)).toEqual(['Send me a picture.'])

      await log(nouraThere, { pageId: 'start', pageNumber: 1, totalPages: 9 })
      await log(noura, { pageId: 'kit', pageNumber: 4, answer: ['gauze', 'gloves'] })
      const progress = { status: 'started', lastCompleted: 4, totalPages: 9, answers: { kit: ['gauze', 'gloves'] } }
      expect(await progressOf(noura)).toEqual(progress)
      // It sees within a second what another process imported.
      await expect.poll(() => progressOf(nouraThere)).toEqual(progress)
    },
  )

  // `npm run release` runs all tests of its api.
  test.skipIf(!hasHistory)(
    'the last release passes its own tests on the tables of this version',
    async () => {
      addMigrations(folder)
      const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env
      const words = [
        'run',
        '--project=api',
        '--maxWorkers=1',
        'api/lessons/lessons.test.ts',
        'api/messages/messages.test.ts',
      ]
      // Not spawnSync: Vitest ends a test process that does not answer it for a minute.
      const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words, '-t', CHOSEN], {
        cwd: folder,
        env: { ...env, DATABASES: 'postgres', TEST_DATABASE_URL: inject('postgresUrl') },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [printed, errors, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      expect(status, `${lastRelease.version}: ${printed}${errors}`).toBe(0)
      expect(printed).toMatch(/Tests .*[1-9]\d* passed/)
    },
    300_000,
  )
})

/** A long poll from here on. In an object, because awaiting this function must not await the news. */
async function pollFrom(who: Person) {
  return { news: nextMessages(who, await updates(who)) }
}

/**
 * Polls again after a reply with a new state only, as the app does. A poll that reads the database while a message is
 * being stored may see the state with it, but not yet the message.
 */
async function nextMessages(who: Person, { cursor, state }: Updates): Promise<Updates> {
  const reply = await updates(who, { since: cursor, state }, 20)
  return reply.messages.length > 0 || reply.state === state ? reply : nextMessages(who, reply)
}

function log(who: Person, entry: object) {
  return who.call(logPage, { params: { lessonId: LESSON }, body: { userId: who.uid, ...entry } as never })
}

async function progressOf(who: Person) {
  const { data } = await who.call(saveUser, { params: { uid: who.uid }, body: {} })
  return data.userLessonData[LESSON]
}

async function startProgram(folder: string, place: { databaseUrl: string; dataDir: string }): Promise<string> {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env
  const settings = { DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, PORT: '0', HOST: '127.0.0.1' }
  const child: ChildProcess = spawn(process.execPath, ['api/main.ts'], {
    cwd: folder,
    env: { ...env, ...settings, DEMO_COURSES: 'off', LOG_LEVEL: 'error', LIMIT_FACTOR: '100' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return urlFrom(child)
}

/** Without any table: the last release has to come first. */
async function emptyDatabase(): Promise<string> {
  const name = `releases_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(inject('postgresUrl'))
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return new URL(`/${name}`, inject('postgresUrl')).href
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-two-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
