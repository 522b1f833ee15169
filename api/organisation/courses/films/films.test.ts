import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { getLesson } from '../../../../contract/lessons.ts'
import { checkDraft } from '../../../../contract/organisation/checking/findings.ts'
import { publishCourse } from '../../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../../contract/organisation/courses.ts'
import { getDraft } from '../../../../contract/organisation/drafts.ts'
import { getDraftCosts, uploadCaptions } from '../../../../contract/organisation/media/author-files.ts'
import * as calls from '../../../../contract/organisation/media/films.ts'
import { endPhoneLinks, getSharedFilm, makePhoneLink } from '../../../../contract/organisation/on-phone/phone-links.ts'
import { setRoles } from '../../../../contract/organisation/team.ts'
import { DAY } from '../../../../contract/time.ts'
import { folderOfSizes, pathOfOriginal } from '../../../courses/files/originals.ts'
import { takeFilm } from '../../../courses/films/making/film-jobs.ts'
import { record } from '../../../courses/films/testing-films.ts'
import { courseFolder } from '../../../courses/testing.ts'
import { onEachDatabase, onSqlite, type Start, type TestServer } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { atDesk, startWithAuthors } from '../testing.ts'
import { deleteOldUploads } from './film-uploads.ts'

const params = { id: 'tea' }
const ARABIC = /\p{Script=Arabic}/u

/** A second of film, as small as ffmpeg makes it. */
const film = (sound?: string) => record({ picture: 'color=teal:size=64x64:rate=4', sound, seconds: 1 })

onEachDatabase('Films that authors bring', start => {
  test('Omar sends a film in pieces over a line that is cut, asks how far it is, and goes on there', async () => {
    const { server, omar } = await startWithCourse(start)
    const bytes = film()
    // The first reply was lost. The second press begins no second upload, which would take room on the disk.
    const press = { idempotencyKey: 'one-film-of-omar' }
    const { id } = await begin(omar, bytes.length, press)
    expect(await begin(omar, bytes.length, press)).toEqual({ id, bytes: bytes.length, received: 0, stored: null })
    const first = await send(server, omar, id, 0, bytes.subarray(0, 400))
    expect(first.data).toMatchObject({ received: 400, stored: null })
    const cut = await beginPiece(server, omar, id, { offset: 400, content: bytes.subarray(400, 900), claims: 1200 })
    await expect.poll(async () => (await howFar(omar, id)).received).toBe(900)
    cut()
    // A wrong offset is refused, and changes nothing.
    for (const offset of [0, 400, 901])
      expect((await send(server, omar, id, offset, bytes.subarray(offset))).error.code).toBe('courses/film-offset')
    const { stored } = (await send(server, omar, id, 900, bytes.subarray(900))).data
    expect(stored).toMatchObject({ bytes: bytes.length })
    expect(statSync(pathOfOriginal(server.services.config.mediaDir, stored.digest)).size).toBe(bytes.length)
    // The reply may have been lost, so Omar can ask for it again.
    expect(await howFar(omar, id)).toEqual({ id, bytes: bytes.length, received: bytes.length, stored })
    expect(await begin(omar, bytes.length, press)).toMatchObject({ id, stored })
    expect(readdirSync(join(server.services.config.mediaDir, 'originals/.uploads'))).toEqual([])
    expect((await send(server, omar, id, bytes.length, Buffer.alloc(0))).data.stored).toEqual(stored)
    // The same film once more is stored once.
    const originals = readdirSync(join(server.services.config.mediaDir, 'originals')).length
    expect(await bring(server, omar, bytes)).toEqual(stored)
    expect(readdirSync(join(server.services.config.mediaDir, 'originals'))).toHaveLength(originals)
  })

  test('a film that Omar gives up in the middle of a piece is gone', async () => {
    const { server, omar } = await startWithCourse(start)
    const bytes = film()
    const { id } = await begin(omar, bytes.length)
    const { readable, writable } = new TransformStream<Uint8Array>()
    const body = writable.getWriter()
    const url = `${server.origin}${calls.sendFilmPiece.path.replace(':uploadId', id)}?offset=0`
    const request = { method: 'PATCH', headers: bearer(omar), body: readable, duplex: 'half' }
    const sending = fetch(url, request as RequestInit)
    await body.write(bytes.subarray(0, 400))
    await vi.waitFor(async () => expect((await howFar(omar, id)).received).toBe(400), 60_000)
    const give = { params: { uploadId: id } }
    const up = { idempotencyKey: 'omar-gives-it-up' }
    await omar.call(calls.endFilmUpload, give, up)
    await body.write(bytes.subarray(400))
    await body.close()
    const reply = await sending
    expect([reply.status, (await reply.json()).error.code]).toEqual([404, 'not-found'])
    // The first reply was lost.
    expect(await omar.call(calls.endFilmUpload, give, up)).toEqual({ success: true })
  })

  test('another process goes on with it, also where the first one was killed before its last word', async () => {
    const { server, omar } = await startWithCourse(start)
    const bytes = film()
    const { id } = await begin(omar, bytes.length)
    await send(server, omar, id, 0, bytes)
    const { db, config } = server.services
    // This is what a process leaves if it ends after the last byte, before it checks the film.
    await db.updateTable('film_uploads').set({ digest: null, received: 0 }).where('id', '=', id).execute()
    writeFileSync(join(config.mediaDir, 'originals/.uploads', id), bytes)
    const other = await server.another()
    expect((await howFar(omar, id)).received).toBe(bytes.length)
    expect((await send(other, omar, id, bytes.length, Buffer.alloc(0))).data.stored).toMatchObject({
      bytes: bytes.length,
    })
  })

  test('nobody else finds the film of an author, and one that nobody goes on with is removed after a week', async () => {
    const { server, reem, omar } = await startWithCourse(start)
    const lina = await server.signIn('+971507777777')
    await reem.call(setRoles, { params: { uid: lina.uid }, body: { roles: ['author'] } })
    const noura = await server.signIn('+971501234567')
    const { id } = await begin(omar, 5000)
    await expect(howFar(lina, id)).rejects.toMatchObject({ status: 404 })
    expect((await send(server, lina, id, 0, film())).error.code).toBe('not-found')
    expect((await send(server, noura, id, 0, film())).error.code).toBe('forbidden')
    await expect(lina.call(calls.endFilmUpload, { params: { uploadId: id } })).rejects.toMatchObject({ status: 404 })
    const { db, config, originals, now } = server.services
    await deleteOldUploads(db, originals, now() + 6 * DAY)
    expect(await howFar(omar, id)).toMatchObject({ received: 0 })
    await deleteOldUploads(db, originals, now() + 8 * DAY)
    await expect(howFar(omar, id)).rejects.toMatchObject({ status: 404 })
    expect(existsSync(join(config.mediaDir, 'originals/.uploads', id))).toBe(false)
  })

  test('a machine makes one film at a time, and goes on with what a killed process left', async () => {
    const { server, omar } = await startWithCourse(start)
    const { db, config, filmMaker } = server.services
    // A film that a living process of this machine is making. The parent of this process stands for it.
    const running = { tries: 1, steps: '{}', seconds: null, has_sound: null, why: null, began_at: 1, changed_at: 1 }
    const holder = { maker: 'another', machine: hostname(), pid: process.ppid, lease_until: 9e15 }
    const first = { digest: 'f'.repeat(64), state: 'making', ...running, ...holder, asked_at: 1 } as const
    await db.insertInto('film_jobs').values(first).execute()
    const { stored } = await withFilm(server, omar, film())
    const other = await server.another()
    expect(
      await takeFilm(db, { id: 'third', machine: hostname(), pid: process.pid }, server.clock.now()),
    ).toBeUndefined()
    expect((await filmOf(omar)).state).toBe('waiting')
    await db.deleteFrom('film_jobs').where('digest', '=', first.digest).execute()
    other.services.filmMaker.wake()
    await made(omar)
    // Two servers of one process have the same process id, so each would think that the other's film was left by a
    // killed process.
    await other.services.filmMaker.close()
    const folder = folderOfSizes(config.mediaDir, stored.digest)
    const before = statSync(join(folder, '320.mp4'))
    rmSync(join(folder, '480.webm'))
    // No process has an id above 2^22, so this one counts as killed.
    const dead = { state: 'making', maker: 'gone', machine: hostname(), pid: 4_194_305, lease_until: 9e15 } as const
    await db.updateTable('film_jobs').set(dead).execute()
    expect((await filmOf(omar)).state).toBe('making')
    filmMaker.wake()
    await made(omar)
    expect(existsSync(join(folder, '480.webm'))).toBe(true)
    expect(statSync(join(folder, '320.mp4')).mtimeMs).toBe(before.mtimeMs)
    expect(await db.selectFrom('film_jobs').select('tries').executeTakeFirst()).toEqual({ tries: 2 })
    // A film that ends the process again and again is given up.
    rmSync(join(folder, '480.webm'))
    await db
      .updateTable('film_jobs')
      .set({ ...dead, tries: 5 })
      .execute()
    filmMaker.wake()
    await expect.poll(async () => (await filmOf(omar)).state).toBe('failed')
    const inArabic = (await omar.call(calls.listCourseFilms, { params, query: { language: 'ar' } })).data.films[0]
    expect(inArabic?.why).toMatch(ARABIC)
    // The author asks once more. The original is still stored.
    const again = { params: { ...params, digest: stored.digest } }
    const idempotencyKey = crypto.randomUUID()
    await omar.call(calls.makeFilmSizes, again, { idempotencyKey })
    await made(omar)
    // The reply was lost, and the film has failed meanwhile. The same press does not make the film once more.
    await db.updateTable('film_jobs').set({ state: 'failed' }).execute()
    await omar.call(calls.makeFilmSizes, again, { idempotencyKey })
    expect(await db.selectFrom('film_jobs').select('state').executeTakeFirst()).toEqual({ state: 'failed' })
  })
})

onSqlite('The files of films that authors bring', start => {
  test('sizes are made in the background, publishing waits for them, and learners get them as of an imported film', async () => {
    const { server, omar } = await startWithCourse(start)
    const { db, config } = server.services
    const { stored, page } = await withFilm(server, omar, film('sine=frequency=330'))
    expect((await filmOf(omar)).state).toMatch(/waiting|making|made/)
    const job = db.updateTable('film_jobs').where('digest', '=', stored.digest)
    await made(omar)
    // According to the row, a process on another machine makes the film.
    const busy = { state: 'making', maker: 'other', machine: 'elsewhere', pid: 1, lease_until: 9e15 } as const
    await job.set(busy).execute()
    await expect(publish(omar)).rejects.toMatchObject({ code: 'courses/film-in-making', message: 'media/pour.mp4' })
    await job.set({ state: 'made', maker: null, lease_until: null }).execute()
    expect(await filmOf(omar)).toMatchObject({ state: 'made', seconds: 1, hasSound: true, why: null })
    const costs = (await omar.call(getDraftCosts, { params, query: {} })).data.films
    expect(costs).toEqual([expect.objectContaining((await filmOf(omar)).made ?? {})])
    // Before it is published, no file of a draft is served.
    expect(readdirSync(config.mediaDir).filter(name => name.includes('pour'))).toEqual([])
    const pages = page.slice(0, 3)
    const value = { id: 'again', type: 'video', avFilename: 'pour.mp4' }
    await atDesk(omar, 'tea').write({ op: 'insert', path: pages, value, after: 'pour' })
    const { findings } = (await omar.call(checkDraft, { params, query: { language: 'ar' } })).data
    expect(findings).toMatchObject([
      { isMistake: false, path: [...page, 'captions'] },
      { isMistake: false, path: [...pages, 'again', 'captions'] },
    ])
    expect(new Set(findings.map(({ line }) => line)).size, 'each at its own line').toBe(2)
    expect(findings[0]?.message).toMatch(ARABIC)
    const body = { title: 'More tea', language: 'en', copyOf: 'tea' } as const
    const { id } = (await omar.call(createCourse, { body })).data
    const ofCopy = (await omar.call(calls.listCourseFilms, { params: { id }, query: {} })).data.films
    expect(ofCopy, 'no second of work for a copy').toMatchObject([{ name: 'media/pour.mp4', state: 'made' }])
    await publish(omar)
    const names = readdirSync(config.mediaDir).filter(name => name.includes('pour'))
    const stem = `tea.pour-${stored.digest.slice(0, 8)}`
    const versions = ['320.mp4', '320.webm', '360.mp4', '360.webm', '480.mp4', '480.webm', 'orig.mp4']
    expect(names).toEqual([...versions, 'poster.jpg', 'sound.mp3'].map(version => `${stem}-${version}`))
    const noura = await server.signIn('+971502222222')
    const shown = JSON.stringify(await noura.call(getLesson, { params: { lessonId: 'tea-water' } }))
    expect(shown).toContain(`"poster":"${stem}-poster.jpg"`)
    expect(shown).not.toContain('originalOnly')
    await playsInParts(server, omar, stored)
  })

  test('captions are stored as they are, stay as long as a page has them, and a text that is none is refused', async () => {
    const { server, omar } = await startWithCourse(start)
    const vtt = 'WEBVTT\n\nNOTE اليد\n\n00:00.000 --> 00:01.000\nاضغط هنا\n'
    const { data } = await bringText(server, omar, vtt)
    await atDesk(omar, 'tea').write({ op: 'file', name: 'media/pour.vtt', to: data.digest })
    const response = await fetch(`${server.origin}/org/v1/courses/tea/files/${data.digest}`, { headers: bearer(omar) })
    expect(await response.text()).toBe(vtt)
    // Another author has duplicated the page before the captions of the original were replaced.
    const copy = { id: 'copy', type: 'video', captions: 'pour.vtt' }
    const pages = ['lessons', 'tea-water', 'pages']
    await atDesk(omar, 'tea').write({ op: 'insert', path: pages, value: copy, after: null })
    const isKeptWhenRemoved = async (name: string) => {
      await atDesk(omar, 'tea').write({ op: 'file', name, to: null })
      const { files } = (await omar.call(getDraft, { params })).data
      return files.some(file => file.name === name)
    }
    expect(await isKeptWhenRemoved('media/pour.vtt')).toBe(true)
    await atDesk(omar, 'tea').write({ op: 'file', name: 'media/our.vtt', to: data.digest })
    expect(await isKeptWhenRemoved('media/our.vtt')).toBe(false)
    await atDesk(omar, 'tea').write({ op: 'remove', path: [...pages, 'copy'] })
    expect(await isKeptWhenRemoved('media/pour.vtt')).toBe(false)
    for (const bad of ['1\n00:00:00,000 --> 00:00:01,000\nHere\n', '', 'WEBVTTX'])
      expect((await bringText(server, omar, bad)).error.code).toBe('courses/bad-file')
  })

  test('what is no film, has no picture, is damaged or too large is refused in both languages, and leaves nothing', async () => {
    const { server, omar } = await startWithCourse(start)
    const { mediaDir } = server.services.config
    const bytes = film()
    const silent = record({ sound: 'sine=frequency=330', seconds: 1 })
    const thin = record({ picture: 'color=teal:size=64x320:rate=4', seconds: 1 })
    const bad = [Buffer.from('MZ this is a program, not a film'), silent, thin, bytes.subarray(0, 200), randomFilm()]
    const originals = readdirSync(join(mediaDir, 'originals')).length
    for (const content of bad) {
      expect(await refusal(server, omar, content, 'en')).toMatch(/^(is|has|cannot|ffmpeg) /)
      expect(await refusal(server, omar, content, 'ar')).toMatch(ARABIC)
    }
    await expect(begin(omar, calls.MAX_FILM_BYTES + 1)).rejects.toMatchObject({ status: 400 })
    const { id } = await begin(omar, 100)
    expect((await send(server, omar, id, 0, bytes)).error.code).toBe('too-large')
    await omar.call(calls.endFilmUpload, { params: { uploadId: id } })
    await expect(howFar(omar, id)).rejects.toMatchObject({ status: 404 })
    expect(readdirSync(join(mediaDir, 'originals', '.uploads'))).toEqual([])
    expect(readdirSync(join(mediaDir, 'originals')).filter(name => !name.startsWith('.'))).toHaveLength(originals)
  })
})

async function startWithCourse(start: Start) {
  const people = await startWithAuthors(start)
  await people.server.importCourse(courseFolder())
  mkdirSync(join(people.server.services.config.mediaDir, 'originals'), { recursive: true })
  return people
}

async function begin({ call }: Person, bytes: number, options = {}) {
  return (await call(calls.beginFilm, { params, body: { bytes } }, options)).data
}

async function howFar({ call }: Person, uploadId: string) {
  return (await call(calls.getFilmUpload, { params: { uploadId } })).data
}

function bearer({ idToken }: Person) {
  return { authorization: `Bearer ${idToken}`, 'content-type': 'application/octet-stream' }
}

async function send(
  { origin }: TestServer,
  author: Person,
  id: string,
  offset: number,
  content: Buffer,
  language = 'en',
) {
  const url = `${origin}/org/v1/filmUploads/${id}?offset=${offset}&language=${language}`
  const response = await fetch(url, { method: 'PATCH', headers: bearer(author), body: new Uint8Array(content) })
  return response.json()
}

/** Begins to send a piece and never ends it. Returns a function that cuts its connection. */
async function beginPiece(
  { origin }: TestServer,
  { idToken }: Person,
  id: string,
  { offset, content, claims }: { offset: number; content: Buffer; claims: number },
): Promise<() => void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(
    `PATCH /org/v1/filmUploads/${id}?offset=${offset} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${idToken}\r\n` +
      `Content-Type: application/octet-stream\r\nContent-Length: ${claims}\r\n\r\n`,
  )
  await new Promise(resolve => socket.write(content, resolve))
  return () => socket.destroy()
}

async function bring(server: TestServer, author: Person, bytes: Buffer) {
  const { id } = await begin(author, bytes.length)
  return (await send(server, author, id, 0, bytes)).data.stored as { digest: string; bytes: number }
}

async function refusal(server: TestServer, author: Person, bytes: Buffer, language: string): Promise<string> {
  const { id } = await begin(author, bytes.length)
  const { error } = await send(server, author, id, 0, bytes, language)
  expect(error?.code).toBe('courses/bad-file')
  return error.message
}

/** Bytes that begin like a film, and then are random. */
function randomFilm(): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), randomBytes(4000)])
}

/** Brings a film and shows it on a page of its own. */
async function withFilm(server: TestServer, author: Person, bytes: Buffer) {
  const stored = await bring(server, author, bytes)
  const desk = atDesk(author, 'tea')
  const { lessons } = await desk.look()
  const lesson = lessons[0]?.key ?? ''
  const value = { id: 'pour', type: 'video', avFilename: 'pour.mp4' }
  await desk.write(
    { op: 'file', name: 'media/pour.mp4', to: stored.digest },
    { op: 'insert', path: ['lessons', lesson, 'pages'], value, after: null },
  )
  return { stored, page: ['lessons', lesson, 'pages', 'pour'] }
}

async function filmOf({ call }: Person): Promise<calls.CourseFilm> {
  const { films } = (await call(calls.listCourseFilms, { params, query: {} })).data
  return films[0] as calls.CourseFilm
}

async function made(author: Person): Promise<void> {
  await vi.waitFor(async () => expect(await filmOf(author)).toMatchObject({ state: 'made' }), {
    timeout: 150_000,
    interval: 200,
  })
}

async function publish(author: Person) {
  const { revision } = await atDesk(author, 'tea').look()
  return (await author.call(publishCourse, { params, body: { to: 'everybody', revision, version: 1 } })).data
}

/** Checks that a draft plays the original, by a URL that ends after an hour and opens nothing else. */
async function playsInParts(server: TestServer, author: Person, { digest }: { digest: string }): Promise<void> {
  const asked = { params: { ...params, digest } }
  const { url } = (await author.call(calls.getFilmUrl, asked)).data
  const part = await fetch(server.origin + url, { headers: { range: 'bytes=4-7' } })
  expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', 'ftyp'])
  const other = url.replace(digest, 'a'.repeat(64))
  const statusOf = async (path: string) => {
    const response = await fetch(server.origin + path)
    await response.arrayBuffer()
    return response.status
  }
  for (const wrong of [other, url.replace(/expires=\d/, 'expires=9'), url.replace(/&signature=.*/, '')])
    expect(await statusOf(wrong)).toBe(404)
  const noura = await server.signIn('+971501234567')
  await expect(noura.call(calls.getFilmUrl, asked)).rejects.toMatchObject({ status: 403 })
  // A blocked author, an author without the role, and a phone whose link has ended can play the film no longer.
  const { token } = (await author.call(makePhoneLink, { params })).data
  const shared = (await noura.call(getSharedFilm, { body: { token, digest } })).data.url
  const change = (user: { team_roles?: string | null; blocked_at?: number | null }) =>
    server.services.db.updateTable('users').set(user).where('uid', '=', author.uid).execute()
  for (const user of [{ team_roles: null }, { team_roles: 'author', blocked_at: 1 }]) {
    await change(user)
    expect([await statusOf(url), await statusOf(shared)]).toEqual([404, 200])
  }
  await change({ blocked_at: null })
  await author.call(endPhoneLinks, { params })
  expect([await statusOf(url), await statusOf(shared)]).toEqual([200, 404])
  server.clock.advance(61 * 60_000)
  expect(await statusOf(url)).toBe(404)
}

async function bringText({ origin }: TestServer, author: Person, text: string) {
  const url = `${origin}${uploadCaptions.path.replace(':id', 'tea')}`
  return (await fetch(url, { method: 'POST', headers: bearer(author), body: text })).json()
}
