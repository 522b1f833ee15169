import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { mergeUser } from '../../../contract/account.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { eraseNow } from '../../account/personal-data/erase.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { onEachDatabase, type Start, type TestServer } from '../../testing.ts'
import { newPhone, type Person, register } from '../../testing-people.ts'
import { AT, frames, mp3, nameFor, PAGE, upload, urlFor } from '../testing.ts'
import { bucketSettings } from '../testing-s3.ts'
import { removeOrphans } from './orphaned-objects.ts'

const PHONE = '+971501234567'

onEachDatabase('stored recordings', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startWithCourse({ isForAll: true })
  })

  async function startWithCourse(options: Parameters<Start>[0]): Promise<TestServer> {
    const started = await start(options)
    await started.importCourse('courses/first-aid-en')
    await started.services.catalogue.refresh()
    return started
  }

  async function startWithNoura(env: Record<string, string> = {}): Promise<{ server: TestServer; noura: Person }> {
    const server = await startWithCourse({ env })
    return { server, noura: await server.signIn(PHONE) }
  }

  async function keysOf({ services }: TestServer): Promise<string[]> {
    const keys: string[] = []
    for await (const key of services.stores.recordings.keys()) keys.push(key)
    return keys
  }

  async function keysOfPeople(server: TestServer, ...people: Person[]): Promise<string[]> {
    return (await keysOf(server)).filter(key => people.some(({ uid }) => key.includes(uid)))
  }

  async function nameOf(answer: ReturnType<typeof upload>): Promise<string> {
    const { status, body } = await answer
    expect(status).toBe(200)
    return body.data.filename
  }

  async function heardBy({ origin }: TestServer, who: Person, filename: string): Promise<Buffer> {
    const { url } = await urlFor(who, filename)
    return Buffer.from(await (await fetch(origin + url)).arrayBuffer())
  }

  test("Noura's download has her recordings, and none of Yousef's", async () => {
    const [noura, yousef] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
    const mine = await nameOf(upload(server.origin, noura, { file: mp3(2) }))
    await upload(server.origin, yousef)
    const headers = { Authorization: `Bearer ${noura.idToken}` }
    const response = await fetch(`${server.origin}/identity/v1/myData`, { headers })
    const files = await filesIn(Buffer.from(await response.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual(['data.json', `recordings/${mine}`])
    expect(files[`recordings/${mine}`]).toEqual(mp3(2))
    expect(JSON.parse(String(files['data.json'])).recordings).toEqual([
      {
        file: `recordings/${mine}`,
        lessonId: 'first-aid-en-cuts',
        pageId: PAGE.id,
        seconds: 2,
        bytes: mp3(2).length,
        recordedAt: expect.stringMatching(/^2/),
      },
    ])
  })

  test('after a merge, the recordings of both accounts play in one', async () => {
    const { server, noura: byPhone } = await startWithNoura({ LIMIT_FACTOR: '100' })
    const byEmail = await register(server.origin, 'noura@example.org', 'step by step 1')
    const old = await nameOf(upload(server.origin, byPhone, { file: mp3(1, 1) }))
    const other = await nameOf(upload(server.origin, byEmail as unknown as Person, { file: mp3(1, 2) }))
    const body = { phoneUid: byPhone.uid, phoneNumber: PHONE }
    const proof = { headers: { 'X-Merge-Proof': byPhone.idToken } }
    await byEmail.call(mergeUser, { params: { uid: byEmail.uid }, body }, proof)

    const noura = await server.signIn(PHONE)
    expect(noura.uid).toBe(byEmail.uid)
    expect(await heardBy(server, noura, old)).toEqual(mp3(1, 1))
    expect(await heardBy(server, noura, other)).toEqual(mp3(1, 2))
    // Another recording waited in her browser during the merge.
    const waited = await nameOf(
      upload(server.origin, noura, { filename: nameFor(byPhone, { recordedAt: AT + MINUTE }) }),
    )
    expect(waited).toBe(nameFor(noura, { recordedAt: AT + MINUTE }))
    expect(await heardBy(server, noura, waited)).toEqual(mp3(1))
  })

  function eraseNoura(
    { services: { db, personalDataSources, identity }, clock }: TestServer,
    { uid }: Person,
  ): Promise<void> {
    return eraseNow(db, uid, { personalDataSources, accounts: identity.accounts, now: clock.now() })
  }

  const sweep = ({ services: { db, stores }, clock }: TestServer, failed: (error: Error) => void = () => {}) =>
    removeOrphans(db, stores.recordings, failed, clock.now())

  test('an erased person leaves no recording, and Yousef keeps all of his', async () => {
    const [noura, yousef] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
    await upload(server.origin, noura)
    const his = await nameOf(upload(server.origin, yousef))
    await eraseNoura(server, noura)
    expect(await keysOfPeople(server, noura, yousef)).toEqual([expect.stringContaining(yousef.uid)])
    expect(await heardBy(server, yousef, his)).toEqual(mp3(1))
    await sweep(server)
    const { db } = server.services
    const both = [noura.uid, yousef.uid]
    const rows = await db.selectFrom('recordings').where('uid', 'in', both).select('uid').execute()
    expect(rows).toEqual([{ uid: yousef.uid }])
    expect(await db.selectFrom('stray_objects').selectAll().execute()).toEqual([])
    expect(await upload(server.origin, noura)).toMatchObject({ status: 401 })
  })

  test('a file that could not be deleted is deleted later', async () => {
    const { server, noura } = await startWithNoura()
    await upload(server.origin, noura)
    const { recordings } = server.services.stores
    const { remove } = recordings
    recordings.remove = () => Promise.reject(new Error('The storage is away'))
    await eraseNoura(server, noura)
    const failures: string[] = []
    await sweep(server, error => failures.push(error.message))
    expect(failures).toEqual(['The storage is away'])
    expect(await keysOf(server)).toHaveLength(1)
    recordings.remove = remove
    await sweep(server)
    expect(await keysOf(server)).toEqual([])
    expect(await server.services.db.selectFrom('stray_objects').selectAll().execute()).toEqual([])
  })

  test('files that a crash left are deleted after a day, and files with an owner stay', async () => {
    const { server, noura } = await startWithNoura()
    const filename = await nameOf(upload(server.origin, noura))
    const { db, config, stores } = server.services
    const lost = 'step-by-step/user-content/noura-lost.mp3'
    await stores.recordings.put(lost, chunk())
    await db
      .insertInto('stray_objects')
      .values({ storage_key: lost, remove_at: server.clock.now() + DAY })
      .execute()
    const half = join(config.recordingsDir, 'step-by-step/user-content/.half')
    writeFileSync(half, 'half')
    await sweep(server)
    expect([(await keysOf(server)).length, existsSync(half)]).toEqual([2, true])
    server.clock.advance(DAY + MINUTE)
    await sweep(server)
    expect([(await keysOf(server)).length, existsSync(half)]).toEqual([1, false])
    const again = await server.signIn(PHONE)
    expect(await heardBy(server, again, filename)).toEqual(mp3(1))
  })

  test('ten a minute are accepted, and then none until the minute is over', async () => {
    const { server, noura } = await startWithNoura()
    const yousef = await server.signIn('+971507654321')
    for (let count = 0; count < 10; count++) expect(await upload(server.origin, noura)).toMatchObject({ status: 200 })
    const response = await upload(server.origin, noura)
    expect(response).toMatchObject({ status: 429, body: { error: { code: 'auth/too-many-requests' } } })
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await upload(server.origin, yousef)).toMatchObject({ status: 200 })
    server.clock.advance(61_000)
    expect(await upload(server.origin, noura)).toMatchObject({ status: 200 })
  })

  test.each([
    ['two hundred', 200, 1000],
    ['300 MB', 100, (300 * 1024 * 1024) / 100],
  ])('%s a day are accepted, and then none until the day is over', async (_what, count, bytes) => {
    const { server, noura } = await startWithNoura()
    const yousef = await server.signIn('+971507654321')
    const kept = await upload(server.origin, noura, { key: 'the-first-of-the-day' })
    await keepMore(server, noura, { count: count - 1, bytes: Math.ceil((bytes * count) / (count - 1)) })
    const response = await upload(server.origin, noura)
    expect(response).toMatchObject({ status: 429, body: { error: { code: 'auth/quota-exceeded' } } })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(86_000)
    // A recording that is already stored is confirmed again.
    expect(await upload(server.origin, noura, { key: 'the-first-of-the-day' })).toMatchObject({ body: kept.body })
    expect(await upload(server.origin, yousef)).toMatchObject({ status: 200 })
    server.clock.advance(DAY + MINUTE)
    expect(await upload(server.origin, await server.signIn(PHONE))).toMatchObject({ status: 200 })
  })

  test('simultaneous recordings do not exceed the limit of a day', async () => {
    const noura = await server.signIn(newPhone())
    await keepMore(server, noura, { count: 196, bytes: 1 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(server.origin, noura)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(6).fill(429)])
    expect(await keysOfPeople(server, noura)).toHaveLength(4)
  })

  async function keepMore(
    { services, clock }: TestServer,
    { uid }: Person,
    { count, bytes }: { count: number; bytes: number },
  ) {
    const rows = Array.from({ length: count }, (_, number) => ({
      filename: `${uid}-more-${number}`,
      uid,
      lesson_id: 'first-aid-en-cuts',
      page_id: PAGE.id,
      page_number: 9,
      storage_key: `none-${uid}-${number}`,
      bytes,
      duration_ms: 1,
      sha256: '',
      created_at: clock.now(),
    }))
    await services.db.insertInto('recordings').values(rows).execute()
  }

  test('a player asks for ranges', async () => {
    const noura = await server.signIn(newPhone())
    const filename = await nameOf(upload(server.origin, noura, { file: mp3(3) }))
    await asksForParts(server, noura, filename)
  })

  async function asksForParts(server: TestServer, who: Person, filename: string) {
    const whole = mp3(3)
    const { url } = await urlFor(who, filename)
    const ask = async (Range: string, more = {}) => {
      const response = await fetch(server.origin + url, { headers: { Range, ...more } })
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const part = await ask('bytes=100-199')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`])
    expect(part.bytes).toEqual(whole.subarray(100, 200))
    expect((await ask('bytes=-10')).bytes).toEqual(whole.subarray(-10))
    expect((await ask('bytes=0-50,40-99')).bytes).toEqual(whole.subarray(0, 100))
    for (const absurd of ['bytes=5-2', 'bytes=999999-', `bytes=${'1-2,'.repeat(1000)}1-2`]) {
      const { status, headers } = await ask(absurd)
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
    }
    const etag = part.headers.get('etag') as string
    expect(await ask('bytes=0-1', { 'If-Range': etag })).toMatchObject({ status: 206 })
    expect(await ask('bytes=0-1', { 'If-Range': '"another"' })).toMatchObject({ status: 200, bytes: whole })
  }

  test('a symbolic link in the storage is not followed', async () => {
    const noura = await server.signIn(newPhone())
    const filename = await nameOf(upload(server.origin, noura))
    const folder = join(server.services.config.recordingsDir, 'step-by-step/user-content')
    const file = readdirSync(folder).find(name => name.includes(noura.uid)) as string
    rmSync(join(folder, file))
    symlinkSync('/etc/hostname', join(folder, file))
    const { url } = await urlFor(noura, filename)
    expect((await fetch(server.origin + url)).status).toBe(404)
  })

  test('a bucket works in the same way, and no file stays on the disk', async () => {
    const { server, noura } = await startWithNoura(await bucketSettings())
    const filename = await nameOf(upload(server.origin, noura, { file: mp3(3) }))
    expect(await keysOf(server)).toEqual([expect.stringMatching(/^step-by-step\/user-content\/.*\.mp3$/)])
    expect(await heardBy(server, noura, filename)).toEqual(mp3(3))
    await asksForParts(server, noura, filename)
    const { config } = server.services
    expect(readdirSync(join(config.dataDir, 'incoming'))).toEqual([])
    expect(existsSync(config.recordingsDir)).toBe(false)
    expect(await upload(server.origin, noura, { file: frames(2) })).toMatchObject({ status: 400 })
    expect(await keysOf(server)).toHaveLength(1)
  })

  test('while the bucket is down, a recording is to be sent again later', async () => {
    const { server: before, noura } = await startWithNoura()
    const { dataDir, databaseUrl } = before.services.config
    const env = { ...(await bucketSettings()), S3_ENDPOINT: 'http://127.0.0.1:65534', LOG_LEVEL: 'silent' }
    const server = await start({ env, dataDir, databaseUrl, clock: before.clock })
    const response = await upload(server.origin, noura)
    expect(response).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await server.services.db.selectFrom('recordings').selectAll().execute()).toEqual([])
  })

  async function* chunk() {
    yield mp3(1)
  }
})
