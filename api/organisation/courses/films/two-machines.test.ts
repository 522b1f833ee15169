import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createClient } from '../../../../contract/calls/client.ts'
import { getLesson } from '../../../../contract/lessons.ts'
import { checkDraft } from '../../../../contract/organisation/checking/findings.ts'
import { getVersionZip } from '../../../../contract/organisation/course-files.ts'
import { publishCourse } from '../../../../contract/organisation/course-versions.ts'
import { getDraftCosts, uploadCaptions } from '../../../../contract/organisation/media/author-files.ts'
import * as calls from '../../../../contract/organisation/media/films.ts'
import { DAY } from '../../../../contract/time.ts'
import { removeUnusedOriginals } from '../../../courses/files/remove-unused.ts'
import { record } from '../../../courses/films/testing-films.ts'
import { courseFolder } from '../../../courses/testing.ts'
import { bucketSettings } from '../../../media/testing-s3.ts'
import { onEachDatabase, type Start, type TestDatabase, type TestServer } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { atDesk, startWithAuthors } from '../testing.ts'
import { deleteOldUploads } from './film-uploads.ts'

const params = { id: 'tea' }
const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nاضغط هنا\n'

onEachDatabase('Machines that share a bucket and no disk', (start, database) => {
  test('a film is sent to two of them; each checks, plays, publishes and exports the course', async () => {
    const { server, omar, other, there } = await startOnTwo(start, database)
    const film = record({ picture: 'color=teal:size=64x64:rate=4', sound: 'sine=frequency=330', seconds: 1 })
    const { id } = (await omar.call(calls.beginFilm, { params, body: { bytes: film.length } })).data
    expect((await send(server, omar, id, 0, film.subarray(0, 700))).received).toBe(700)
    forget(server, database)
    expect((await there.call(calls.getFilmUpload, { params: { uploadId: id } })).data.received).toBe(700)
    expect((await send(other, there, id, 700, film.subarray(700, 900))).received).toBe(900)
    const { stored } = await send(server, omar, id, 900, film.subarray(900))
    expect(stored).toMatchObject({ bytes: film.length })
    const captions = await bringText(server, omar)
    forget(server, database)

    const desk = atDesk(there, 'tea')
    const { lessons } = await desk.look()
    const value = { id: 'pour', type: 'video', avFilename: 'pour.mp4', captions: 'pour.vtt' }
    const { results } = await desk.write(
      { op: 'file', name: 'media/pour.mp4', to: stored?.digest ?? '' },
      { op: 'file', name: 'media/pour.vtt', to: captions.digest },
      { op: 'insert', path: ['lessons', lessons[0]?.key ?? '', 'pages'], value, after: null },
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
    await made(there)
    forget(server, database)
    expect((await omar.call(checkDraft, { params, query: {} })).data.findings).toEqual([])
    const [cost] = (await omar.call(getDraftCosts, { params, query: {} })).data.films
    expect(cost).toMatchObject((await filmOf(there)).made ?? {})
    forget(server, database)
    const { url } = (await omar.call(calls.getFilmUrl, { params: { ...params, digest: stored?.digest ?? '' } })).data
    for (const { origin } of [server, other]) {
      const part = await fetch(origin + url, { headers: { range: 'bytes=4-7' } })
      expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    }

    const { revision } = await atDesk(omar, 'tea').look()
    await omar.call(publishCourse, { params, body: { to: 'everybody', revision, version: 1 } })
    const shown = JSON.stringify(await (await server.signIn('+971502222222')).call(getLesson, lesson))
    expect(shown).toContain('-poster.jpg"')
    expect(shown).not.toContain('originalOnly')
    forget(server, database)
    const names = [...shown.matchAll(/"(tea\.pour[^"]+\.(?:jpg|mp3))"/g)].map(([, name]) => name)
    for (const name of names) expect((await fetch(`${other.origin}/media/${name}`)).status).toBe(200)
    const zip = await fetch(`${other.origin}${getVersionZip.path.replace(':id', 'tea').replace(':number', '2')}`, {
      headers: bearer(there),
    })
    expect(Buffer.from(await zip.arrayBuffer()).includes(film), 'a film is stored as it is').toBe(true)
  })

  test('what nobody names leaves the bucket after a week, and pieces of a film with the film', async () => {
    const { server, omar } = await startOnTwo(start, database)
    const { db, originals, clock } = { ...server.services, clock: server.clock }
    const { digest } = await bringText(server, omar)
    const keys = async () => {
      const found: string[] = []
      for await (const key of originals.bucket?.keys() ?? []) found.push(key)
      return found
    }
    const before = await keys()
    const { id } = (await omar.call(calls.beginFilm, { params, body: { bytes: 500 } })).data
    await send(server, omar, id, 0, Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), randomBytes(200)]))
    expect(await keys()).toHaveLength(before.length + 1)
    await deleteOldUploads(db, originals, clock.now())
    await removeUnusedOriginals(db, originals, clock.now())
    expect(await keys(), 'both are young').toHaveLength(before.length + 1)
    await deleteOldUploads(db, originals, clock.now() + 8 * DAY)
    await removeUnusedOriginals(db, originals, clock.now() + 8 * DAY)
    expect(await keys()).toEqual(before.filter(key => key !== digest))
  })
})

const lesson = { params: { lessonId: 'tea-water' } }

/** Two servers on PostgreSQL. On SQLite there is only one server, and `forget` empties its disk after each step. */
async function startOnTwo(start: Start, database: TestDatabase) {
  const env = { ...(await bucketSettings()), SECRET_KEY: '8'.repeat(64), LIMIT_FACTOR: '100' }
  const { server, omar } = await startWithAuthors(start, env)
  await server.importCourse(courseFolder())
  await server.services.catalogue.refresh()
  const { databaseUrl } = server.services.config
  const other = database === 'postgres' ? await start({ env, databaseUrl, clock: server.clock }) : server
  return {
    server,
    omar,
    other,
    there: { ...omar, call: createClient({ base: other.origin, token: async () => omar.idToken }) },
  }
}

function forget({ services }: TestServer, database: TestDatabase): void {
  if (database === 'sqlite') rmSync(services.config.mediaDir, { recursive: true, force: true })
}

function bearer({ idToken }: Person) {
  return { authorization: `Bearer ${idToken}`, 'content-type': 'application/octet-stream' }
}

async function send({ origin }: TestServer, author: Person, id: string, offset: number, content: Buffer) {
  const url = `${origin}/org/v1/filmUploads/${id}?offset=${offset}`
  const response = await fetch(url, { method: 'PATCH', headers: bearer(author), body: new Uint8Array(content) })
  return ((await response.json()) as { data: calls.FilmUpload }).data
}

async function bringText({ origin }: TestServer, author: Person): Promise<{ digest: string }> {
  const url = origin + uploadCaptions.path.replace(':id', 'tea')
  const response = await fetch(url, { method: 'POST', headers: bearer(author), body: VTT })
  return ((await response.json()) as { data: { digest: string } }).data
}

async function filmOf({ call }: Person): Promise<calls.CourseFilm> {
  return (await call(calls.listCourseFilms, { params, query: {} })).data.films[0] as calls.CourseFilm
}

async function made(author: Person): Promise<void> {
  const isMade = async () => expect(await filmOf(author)).toMatchObject({ state: 'made' })
  await vi.waitFor(isMade, { timeout: 120_000, interval: 200 })
}
