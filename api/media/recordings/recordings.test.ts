import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { logPage } from '../../../contract/lessons.ts'
import { RECORDING_NAME, recordingIn } from '../../../contract/media.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type Start, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { AT, LESSON, mp3, nameFor, PAGE, tag, upload, urlFor } from '../testing.ts'

const MB = 1024 ** 2

onEachDatabase('recordings', start => {
  async function startWithNoura(options: Parameters<Start>[0] = {}): Promise<{ server: TestServer; noura: Person }> {
    const server = await start(options)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    return { server, noura: await server.signIn('+971501234567') }
  }

  async function played(server: TestServer, url: string): Promise<Buffer> {
    const response = await fetch(server.origin + url)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  test('Noura answers by voice and can play her recording when she returns', async () => {
    const { server, noura } = await startWithNoura()
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
    const { server, noura } = await startWithNoura()
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
    const { server, noura } = await startWithNoura({ roomOn: async () => disk })
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
    const { server, noura } = await startWithNoura()
    const first = await upload(server.origin, noura, { file: mp3(1, 1) })
    const second = await upload(server.origin, noura, { file: mp3(1, 2) })
    const names = [first.body.data.filename, second.body.data.filename]
    expect(names).toEqual([nameFor(noura), nameFor(noura).replace('.mp3', '-2.mp3')])
    for (const name of names) expect(name).toMatch(RECORDING_NAME)
    for (const [index, name] of names.entries())
      expect(await played(server, (await urlFor(noura, name)).url)).toEqual(mp3(1, index + 1))
  })

  test('ten simultaneous recordings are stored separately', async () => {
    const { server, noura } = await startWithNoura()
    const uploads = Array.from({ length: 10 }, (_, voice) => upload(server.origin, noura, { file: mp3(1, voice) }))
    const names = (await Promise.all(uploads)).map(({ body }) => body.data.filename)
    expect(new Set(names).size).toBe(10)
    for (const [voice, name] of names.entries())
      expect(await played(server, (await urlFor(noura, name)).url)).toEqual(mp3(1, voice))
  })

  test('a recording that is sent again after a lost response is stored once', async () => {
    const { server, noura } = await startWithNoura()
    const sent = { key: 'a-letter-of-noura', file: mp3(1) }
    const first = await upload(server.origin, noura, sent)
    expect(await upload(server.origin, noura, sent)).toMatchObject({ status: 200, body: first.body })
    expect(await server.services.db.selectFrom('recordings').selectAll().execute()).toHaveLength(1)
    expect(await keysOf(server)).toHaveLength(1)
    expect(await upload(server.origin, noura, { ...sent, file: mp3(2) })).toMatchObject({ status: 422 })
    expect(await keysOf(server)).toHaveLength(1)
  })

  test('typed text that begins like the name of a recording stays text', async () => {
    const { noura } = await startWithNoura()
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
    const { server, noura } = await startWithNoura()
    const { body } = await upload(server.origin, noura)
    const { filename } = body.data
    await expect(urlFor(noura, filename, { pageId: 'start' })).rejects.toMatchObject({ status: 404 })
    await expect(urlFor(noura, filename, { lessonId: 'first-aid-en-burns' })).rejects.toMatchObject({ status: 404 })
  })

  test('a recording that waited while the course changed stays with its page', async () => {
    const { server, noura } = await startWithNoura()
    const filename = nameFor(noura, { pageNumber: 2 })
    const { body } = await upload(server.origin, noura, { filename, pageId: PAGE.id })
    expect(body.data.filename).toBe(nameFor(noura))
    expect((await urlFor(noura, body.data.filename)).url).toBeTruthy()
    expect(await upload(server.origin, noura, { pageId: 'no-such-page' })).toMatchObject({ status: 404 })
  })

  test("Salma can play Noura's recordings while she is her mentor, and nobody else can", async () => {
    const { server, noura } = await startWithNoura()
    const { db } = server.services
    const mentor = await insertMentor(db, { name: 'Salma', phoneNumber: '+971507654321' }, 1)
    const other = await insertMentor(db, { name: 'Huda', phoneNumber: '+971507654322' }, 1)
    const [salma, huda, yousef] = [
      await server.signIn('+971507654321'),
      await server.signIn('+971507654322'),
      await server.signIn('+971507654323'),
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
    const { server, noura } = await startWithNoura()
    const yousef = await server.signIn('+971507654323')
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
    const { server, noura } = await startWithNoura()
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

  test('guessing every minute of a day finds nothing, and folders are not listed', async () => {
    const { server, noura } = await startWithNoura({ env: { LIMIT_FACTOR: '100' } })
    const yousef = await server.signIn('+971507654323')
    const { filename } = (await upload(server.origin, noura)).body.data
    const headers = { Authorization: `Bearer ${yousef.idToken}` }
    const day = Array.from({ length: 1440 }, (_, minute) => AT - (AT % 86_400_000) + minute * 60_000)
    const guesses = day.map(recordedAt => nameFor(noura, { recordedAt }))
    expect(guesses).toContain(filename)
    const look = async (guess: string) => {
      const answer = await fetch(`${server.origin}/step-by-step/user-content/${guess}`, { headers })
      await answer.text()
      return answer.status
    }
    const statuses: number[] = []
    // Not all at once: a busy machine ends some of a thousand new connections.
    for (let first = 0; first < guesses.length; first += 40)
      statuses.push(...(await Promise.all(guesses.slice(first, first + 40).map(look))))
    expect(statuses).toHaveLength(1440)
    expect(new Set(statuses)).toEqual(new Set([404]))
    for (const folder of ['/step-by-step/user-content/', '/step-by-step/user-content', '/step-by-step/'])
      expect((await fetch(server.origin + folder, { headers })).status).toBe(404)
  })

  test('a tag before the first frame is not stored', async () => {
    const { server, noura } = await startWithNoura()
    const file = Buffer.concat([tag('<script>alert(1)</script>'.repeat(1000)), mp3(1)])
    const { filename } = (await upload(server.origin, noura, { file })).body.data
    expect(await played(server, (await urlFor(noura, filename)).url)).toEqual(mp3(1))
  })

  test('a lesson that Noura cannot see accepts no recording of hers', async () => {
    const { server, noura } = await startWithNoura()
    await server.services.db.updateTable('courses').set({ is_beta: 1 }).execute()
    await server.services.db.updateTable('catalogue').set({ version: 99 }).execute()
    await server.services.catalogue.refresh()
    expect(await upload(server.origin, noura)).toMatchObject({ status: 404 })
    expect(await upload(server.origin, noura, { filename: nameFor(noura, { lessonId: 'nowhere' }) })).toMatchObject({
      status: 404,
    })
  })

  async function keysOf(server: TestServer): Promise<string[]> {
    const keys: string[] = []
    for await (const key of server.services.stores.recordings.keys()) keys.push(key)
    return keys
  }
})
