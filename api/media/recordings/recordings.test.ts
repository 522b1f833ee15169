import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { logPage } from '../../../contract/lessons.ts'
import { RECORDING_NAME, recordingIn } from '../../../contract/media.ts'
import { HOUR, MINUTE } from '../../../contract/time.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type Start, type TestServer } from '../../testing.ts'
import { newPhone, type Person } from '../../testing-people.ts'
import { AT, LESSON, mp3, nameFor, PAGE, tag, upload, urlFor } from '../testing.ts'

const MB = 1024 ** 2

onEachDatabase('recordings', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startWithCourse({ isForAll: true })
  })

  async function startWithCourse(options: Parameters<Start>[0] = {}): Promise<TestServer> {
    const started = await start(options)
    await started.importCourse('courses/first-aid-en')
    await started.services.catalogue.refresh()
    return started
  }

  async function played(server: TestServer, url: string): Promise<Buffer> {
    const response = await fetch(server.origin + url)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  test('Noura answers by voice and can play her recording when she returns', async () => {
    const noura = await server.signIn(newPhone())
    const { status, body } = await upload(server.origin, noura, { file: mp3(2) })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, data: { filename: `${noura.uid}-${LESSON}-9-202611211230.mp3` } })
    const entry = { userId: noura.uid, pageId: PAGE.id, pageNumber: 9, answer: `audio:${body.data.filename}` }
    await noura.call(logPage, { params: { lessonId: LESSON }, body: entry })

    const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
    const filename = recordingIn(data.userLessonData[LESSON]?.answers[PAGE.id])
    expect(filename).toBe(body.data.filename)
    const { url, expiresAt } = await urlFor(noura, filename as string)
    expect(url).toMatch(new RegExp(`^/step-by-step/user-content/${filename}\\?`))
    expect(expiresAt - server.clock.now()).toBeLessThanOrEqual(600_000)
    expect(await played(server, url)).toEqual(mp3(2))
  })

  test('the stored file is the file that arrived', async () => {
    const server = await startWithCourse()
    const noura = await server.signIn(newPhone())
    await upload(server.origin, noura, { file: mp3(2) })
    const row = await server.services.db.selectFrom('recordings').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      uid: noura.uid,
      lesson_id: LESSON,
      page_id: PAGE.id,
      page_number: 9,
      bytes: mp3(2).length,
      sha256: createHash('sha256').update(mp3(2)).digest('hex'),
    })
    expect(row.duration_ms).toBeGreaterThan(1950)
    expect(row.duration_ms).toBeLessThan(2050)
    expect(row.storage_key).toMatch(/^step-by-step\/user-content\/.*-9-202611211230-[0-9a-f]{18}\.mp3$/)
    expect(readdirSync(`${server.services.config.recordingsDir}/step-by-step/user-content`)).toHaveLength(1)
    expect(await server.services.db.selectFrom('stray_objects').selectAll().execute()).toEqual([])
  })

  test('recordings are taken until 200 MB of the disk are left, and the phone is told to try again later', async () => {
    const disk = { totalBytes: 50 * 1024 * MB, freeBytes: 200 * MB }
    const server = await startWithCourse({ diskSpaceOf: async () => disk })
    const noura = await server.signIn(newPhone())
    expect((await upload(server.origin, noura, { file: mp3(1, 1) })).status).toBe(200)
    disk.freeBytes -= 1
    const { status, body } = await upload(server.origin, noura, { file: mp3(1, 2) })
    expect([status, body.error?.code]).toEqual([503, 'unavailable'])
    const stored = () => readdirSync(`${server.services.config.recordingsDir}/step-by-step/user-content`)
    expect(stored()).toHaveLength(1)
    disk.freeBytes += 1
    expect((await upload(server.origin, noura, { file: mp3(1, 2) })).status).toBe(200)
    expect(stored()).toHaveLength(2)
  })

  test('two recordings within a minute are stored separately', async () => {
    const noura = await server.signIn(newPhone())
    const first = await upload(server.origin, noura, { file: mp3(1, 1) })
    const second = await upload(server.origin, noura, { file: mp3(1, 2) })
    const names = [first.body.data.filename, second.body.data.filename]
    expect(names).toEqual([nameFor(noura), nameFor(noura).replace('.mp3', '-2.mp3')])
    for (const name of names) expect(name).toMatch(RECORDING_NAME)
    for (const [index, name] of names.entries())
      expect(await played(server, (await urlFor(noura, name)).url)).toEqual(mp3(1, index + 1))
  })

  test('ten simultaneous recordings are stored separately', async () => {
    const noura = await server.signIn(newPhone())
    const uploads = Array.from({ length: 10 }, (_, voice) => upload(server.origin, noura, { file: mp3(1, voice) }))
    const names = (await Promise.all(uploads)).map(({ body }) => body.data.filename)
    expect(new Set(names).size).toBe(10)
    for (const [voice, name] of names.entries())
      expect(await played(server, (await urlFor(noura, name)).url)).toEqual(mp3(1, voice))
  })

  test('a recording that is sent again after a lost response is stored once', async () => {
    const noura = await server.signIn(newPhone())
    const sent = { key: 'a-letter-of-noura', file: mp3(1) }
    const first = await upload(server.origin, noura, sent)
    expect(await upload(server.origin, noura, sent)).toMatchObject({ status: 200, body: first.body })
    const rows = server.services.db.selectFrom('recordings').where('uid', '=', noura.uid).selectAll()
    expect(await rows.execute()).toHaveLength(1)
    expect(await keysOf(server, noura)).toHaveLength(1)
    expect(await upload(server.origin, noura, { ...sent, file: mp3(2) })).toMatchObject({ status: 422 })
    expect(await keysOf(server, noura)).toHaveLength(1)
  })

  test('typed text that begins like the name of a recording stays text', async () => {
    const noura = await server.signIn(newPhone())
    const texts = ['audio: hello', `audio:${nameFor(noura)}`, 'audio:../../x', 'audio:https://evil.example/x.mp3']
    for (const [index, answer] of texts.entries()) {
      const entry = { userId: noura.uid, pageId: PAGE.id, pageNumber: 9, answer, answeredAt: AT + index }
      await noura.call(logPage, { params: { lessonId: LESSON }, body: entry })
      const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: {} })
      expect(data.userLessonData[LESSON]?.answers[PAGE.id]).toBe(answer)
      const filename = answer.slice('audio:'.length)
      await expect(urlFor(noura, filename)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('a recording plays on its own page and on no other', async () => {
    const noura = await server.signIn(newPhone())
    const { body } = await upload(server.origin, noura)
    const { filename } = body.data
    await expect(urlFor(noura, filename, { pageId: 'start' })).rejects.toMatchObject({ status: 404 })
    await expect(urlFor(noura, filename, { lessonId: 'first-aid-en-burns' })).rejects.toMatchObject({ status: 404 })
  })

  test('a recording that waited while the course changed stays with its page', async () => {
    const noura = await server.signIn(newPhone())
    const filename = nameFor(noura, { pageNumber: 2 })
    const { body } = await upload(server.origin, noura, { filename, pageId: PAGE.id })
    expect(body.data.filename).toBe(nameFor(noura))
    expect((await urlFor(noura, body.data.filename)).url).toBeTruthy()
    expect(await upload(server.origin, noura, { pageId: 'no-such-page' })).toMatchObject({ status: 404 })
  })

  test("Salma can play Noura's recordings while she is her mentor, and nobody else can", async () => {
    const noura = await server.signIn(newPhone())
    const { db } = server.services
    const [phoneOfSalma, phoneOfHuda] = [newPhone(), newPhone()]
    const mentor = await insertMentor(db, { name: 'Salma', phoneNumber: phoneOfSalma }, 1)
    const other = await insertMentor(db, { name: 'Huda', phoneNumber: phoneOfHuda }, 1)
    const [salma, huda, yousef] = [
      await server.signIn(phoneOfSalma),
      await server.signIn(phoneOfHuda),
      await server.signIn(newPhone()),
    ]
    await db.updateTable('users').set({ responder_id: mentor.id }).where('uid', '=', noura.uid).execute()
    const { filename } = (await upload(server.origin, noura)).body.data
    const { url } = await urlFor(salma, filename)
    expect(await played(server, url)).toEqual(mp3(1))
    for (const stranger of [huda, yousef]) {
      await expect(urlFor(stranger, filename)).rejects.toMatchObject({ status: 404 })
      const headers = { Authorization: `Bearer ${stranger.idToken}` }
      const asked = await fetch(`${server.origin}/step-by-step/user-content/${filename}`, { headers })
      expect(asked.status).toBe(404)
    }
    await db.updateTable('users').set({ responder_id: other.id }).where('uid', '=', noura.uid).execute()
    expect((await fetch(server.origin + url)).status).toBe(404)
    await expect(urlFor(salma, filename)).rejects.toMatchObject({ status: 404 })
  })

  test('a signed URL is valid for ten minutes, for its own file and its own listener', async () => {
    const server = await startWithCourse()
    const noura = await server.signIn(newPhone())
    const yousef = await server.signIn(newPhone())
    const { filename } = (await upload(server.origin, noura)).body.data
    const { url } = await urlFor(noura, filename)
    const second = (await upload(server.origin, noura)).body.data.filename
    const later = String(Number(new URL(url, server.origin).searchParams.get('expires')) + 1)
    for (const forged of [
      url.replace(filename, second),
      url.replace(/listener=\w+/, `listener=${yousef.uid}`),
      url.replace(/expires=\d+/, `expires=${later}`),
      url.replace(/signature=.{4}/, 'signature=AAAA'),
      url.replace('/step-by-step/', '/elsewhere/'),
      url.replace(/\?.*/, ''),
    ])
      expect((await fetch(server.origin + forged)).status).toBe(404)
    server.clock.advance(600_000)
    expect((await fetch(server.origin + url)).status).toBe(404)
  })

  test('a program can read it with a token', async () => {
    const noura = await server.signIn(newPhone())
    const { filename } = (await upload(server.origin, noura)).body.data
    const url = `${server.origin}/step-by-step/user-content/${filename}`
    const headers = { Authorization: `Bearer ${noura.idToken}` }
    const response = await fetch(url, { headers })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(mp3(1))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(mp3(1).length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-cache',
    })
    const etag = response.headers.get('etag') as string
    expect((await fetch(url, { headers: { ...headers, 'If-None-Match': etag } })).status).toBe(304)
    const looked = await fetch(url, { method: 'HEAD', headers })
    expect([looked.status, looked.headers.get('content-length')]).toEqual([200, String(mp3(1).length)])
  })

  test('guessing every minute of an hour finds nothing, and folders are not listed', async () => {
    const [noura, yousef] = [await server.signIn(newPhone()), await server.signIn(newPhone())]
    const { filename } = (await upload(server.origin, noura)).body.data
    const headers = { Authorization: `Bearer ${yousef.idToken}` }
    const minutes = Array.from({ length: 60 }, (_, minute) => AT - (AT % HOUR) + minute * MINUTE)
    const guesses = minutes.map(recordedAt => nameFor(noura, { recordedAt }))
    expect(guesses).toContain(filename)
    const look = async (guess: string) => {
      const answer = await fetch(`${server.origin}/step-by-step/user-content/${guess}`, { headers })
      await answer.text()
      return answer.status
    }
    expect(new Set(await Promise.all(guesses.map(look)))).toEqual(new Set([404]))
    for (const folder of ['/step-by-step/user-content/', '/step-by-step/user-content', '/step-by-step/'])
      expect((await fetch(server.origin + folder, { headers })).status).toBe(404)
  })

  test('a tag before the first frame is not stored', async () => {
    const noura = await server.signIn(newPhone())
    const file = Buffer.concat([tag('<script>alert(1)</script>'.repeat(1000)), mp3(1)])
    const { filename } = (await upload(server.origin, noura, { file })).body.data
    expect(await played(server, (await urlFor(noura, filename)).url)).toEqual(mp3(1))
  })

  test('a lesson that Noura cannot see accepts no recording of hers', async () => {
    const server = await startWithCourse()
    const noura = await server.signIn(newPhone())
    await server.services.db.updateTable('courses').set({ is_beta: 1 }).execute()
    await server.services.db.updateTable('catalogue').set({ version: 99 }).execute()
    await server.services.catalogue.refresh()
    expect(await upload(server.origin, noura)).toMatchObject({ status: 404 })
    expect(await upload(server.origin, noura, { filename: nameFor(noura, { lessonId: 'nowhere' }) })).toMatchObject({
      status: 404,
    })
  })

  async function keysOf(server: TestServer, { uid }: Person): Promise<string[]> {
    const keys: string[] = []
    for await (const key of server.services.stores.recordings.keys()) if (key.includes(uid)) keys.push(key)
    return keys
  }
})
