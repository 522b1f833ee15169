import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compactVerify, importJWK } from 'jose'
import { expect, test } from 'vitest'
import { getLessonFile, HASHED_BYTES, type LessonManifest } from '../../contract/lesson-files/lesson-file.ts'
import { getLesson } from '../../contract/lessons.ts'
import { getSettings } from '../../contract/settings.ts'
import { MINUTE } from '../../contract/time.ts'
import { rotateLessonFileKeyCommand } from '../commands/rotate-lesson-file-key.ts'
import { setWithdrawn } from '../courses/catalogue/withdraw.ts'
import { courseFolder } from '../courses/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { hashesOf } from './media-hashes.ts'

const CUTS = 'first-aid-en-cuts'

onEachDatabase('a lesson as a file', start => {
  async function startWithCourse(env: Record<string, string> = {}) {
    const server = await start({ env })
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    return { server, noura: await server.signIn('+971501234567') }
  }

  test('Noura gets what the server says about it: each file with its size, type and hash', async () => {
    const { server, noura } = await startWithCourse({ PUBLIC_URL: 'https://learn.example.org' })
    const signed = await signedFor(noura)
    const manifest = await checked(server, signed)
    expect(manifest).toMatchObject({
      issuer: 'https://learn.example.org',
      courseId: 'first-aid-en',
      lessonId: CUTS,
      changedAt: expect.any(Number),
    })
    const { data } = await noura.call(getLesson, { params: { lessonId: CUTS } })
    expect(manifest.lesson).toEqual(await hashesOf([Buffer.from(JSON.stringify(data))]))
    expect(manifest.changedAt).toBe(data.lesson.changedAt)
    expect(manifest.media.length).toBeGreaterThan(1)
    for (const { name, bytes, sha256 } of manifest.media) {
      const stored = readFileSync(join(server.services.config.mediaDir, name))
      expect({ bytes, sha256 }, name).toEqual({ bytes: stored.length, sha256: [hashOf(stored)] })
    }
    const types = [...new Set(manifest.media.map(({ type }) => type))].sort()
    expect(types).toEqual(['audio/mpeg', 'text/vtt; charset=utf-8', 'video/mp4'])
  })

  test('nothing in it is about a person, and two people get the same', async () => {
    const { server, noura } = await startWithCourse()
    const yousef = await server.signIn('+971501112222')
    const signed = await signedFor(noura)
    expect(await signedFor(yousef)).toBe(signed)
    const [header, payload] = signed.split('.').map(part => Buffer.from(part, 'base64url').toString())
    expect(JSON.parse(header as string)).toEqual({ alg: 'ES256', typ: 'sbs-lesson', kid: expect.any(String) })
    expect(Object.keys(JSON.parse(payload as string))).toEqual([
      'issuer',
      'courseId',
      'lessonId',
      'changedAt',
      'version',
      'lesson',
      'media',
    ])
    for (const secret of [noura.uid, noura.phone, noura.idToken]) expect(payload).not.toContain(secret)
  })

  test('the manifest of a lesson with a picture lists that picture', async () => {
    const { server, noura } = await startWithCourse()
    await server.importCourse(courseFolder())
    await server.services.catalogue.refresh()
    const { media } = await checked(server, await signedFor(noura, 'tea-water'))
    expect(media.map(({ name, type }) => [name.replace(/-[^.]*/, ''), type])).toEqual([['tea.kettle.png', 'image/png']])
  })

  test('a changed lesson gets a later time, and one that was imported again unchanged keeps its time', async () => {
    const { server, noura } = await startWithCourse()
    const timeOf = async (lessonId: string) => (await checked(server, await signedFor(noura, lessonId))).changedAt
    const files = (text: string) => ({
      'lessons/01-water.yaml': `id: tea-water\ntitle: ${text}\npages: [{ id: start, type: rich-text, textContent: Water }]`,
    })
    const importTea = async (text: string) => {
      await server.importCourse(courseFolder(files(text)))
      await server.services.catalogue.refresh()
      return [await timeOf('tea-water'), await timeOf('tea-leaves')] as const
    }
    const [water, leaves] = await importTea('The water')
    expect(await importTea('The water')).toEqual([water, leaves])
    const [newWater, sameLeaves] = await importTea('Fresh water')
    expect(newWater).toBeGreaterThan(water)
    expect(sameLeaves).toBe(leaves)
  })

  test('nobody gets one without a token, or of a lesson that they may not see or that does not exist', async () => {
    const { server, noura } = await startWithCourse()
    const path = (lessonId: string) => `${server.origin}${getLessonFile.path.replace(':lessonId', lessonId)}`
    const answer = async (lessonId: string, init?: RequestInit) => (await fetch(path(lessonId), init)).status
    const asNoura = { headers: { authorization: `Bearer ${noura.idToken}` } }
    expect(await answer(CUTS)).toBe(401)
    expect(await answer(CUTS, { headers: { authorization: 'Bearer no.such.token' } })).toBe(401)
    expect(await answer(CUTS, asNoura)).toBe(200)
    expect(await answer(CUTS, { ...asNoura, method: 'POST' })).toBeGreaterThanOrEqual(404)
    for (const id of ['nothing', '..%2F..%2Fetc', '%00', "';--", '__proto__', 'constructor'])
      expect([400, 404], id).toContain(await answer(id, asNoura))
    expect([400, 404, 414]).toContain(await answer('x'.repeat(10_000), asNoura))

    await server.importCourse(
      courseFolder({ 'course.yaml': 'id: tea\nlanguage: en\ntitle: Tea\ndescription: Tea\nbeta: true\n' }),
    )
    await server.services.catalogue.refresh()
    expect(await answer('tea-water', asNoura)).toBe(404)
    await setWithdrawn(server.services.db, 'first-aid-en', Date.now())
    await server.services.catalogue.refresh()
    expect(await answer(CUTS, asNoura)).toBe(404)
  })

  test('somebody who asks too often has to wait, and others need not', async () => {
    const { server, noura } = await startWithCourse()
    const yousef = await server.signIn('+971501112222')
    await signedFor(noura)
    await server.services.db.updateTable('limits').set({ count: 200 }).where('key', 'like', 'lessonFile%').execute()
    await expect(signedFor(noura)).rejects.toMatchObject({ status: 429 })
    await signedFor(yousef)
  })

  test('all processes sign with one key, which is encrypted in the database', async () => {
    const { server, noura } = await startWithCourse()
    const other = await server.another()
    const { data } = await other.call(getSettings, {})
    const { data: same } = await server.call(getSettings, {})
    expect(data.lessonFiles).toEqual(same.lessonFiles)
    const [row] = await server.services.db.selectFrom('lesson_file_keys').selectAll().execute()
    expect(Object.entries(same.lessonFiles?.keys ?? {})).toEqual([[row?.id, row?.public_key]])
    expect(row?.sealed_key).toMatch(/^v1\.[\w-]{100,}$/)
    await checked(other, await signedFor(noura))
  })

  test('after a change of the key earlier files stay good, and after a theft they do not', async () => {
    const { server, noura } = await startWithCourse()
    const earlier = await signedFor(noura)
    const rotate = (words: string[]) =>
      rotateLessonFileKeyCommand.run({ ...server.services, words, print: () => {} } as never)
    await rotate([])
    server.clock.advance(2 * MINUTE)
    const signed = await signedFor(noura)
    expect(kidOf(signed)).not.toBe(kidOf(earlier))
    await checked(server, earlier)
    await checked(server, signed)

    await rotate(['--revoke'])
    server.clock.advance(2 * MINUTE)
    const keys = (await server.call(getSettings, {})).data.lessonFiles?.keys ?? {}
    expect(Object.keys(keys)).toEqual([kidOf(await signedFor(noura))])
    expect(keys).not.toHaveProperty(kidOf(earlier))
  })

  test('with another secret a new key signs, and earlier files stay good', async () => {
    const { server, noura } = await startWithCourse()
    const earlier = await signedFor(noura)
    await server.services.db.updateTable('lesson_file_keys').set({ sealed_key: 'v1.unreadable' }).execute()
    const restarted = await server.another()
    await checked(restarted, earlier)
    expect(Object.keys((await restarted.call(getSettings, {})).data.lessonFiles?.keys ?? {})).toHaveLength(2)
  })
})

test('each MiB of a film has a hash of its own, however the bytes arrive', async () => {
  const film = randomBytes(2.5 * HASHED_BYTES)
  const parts = [
    film.subarray(0, HASHED_BYTES),
    film.subarray(HASHED_BYTES, 2 * HASHED_BYTES),
    film.subarray(2 * HASHED_BYTES),
  ]
  const expected = { bytes: film.length, sha256: parts.map(hashOf) }
  for (const size of [film.length, HASHED_BYTES, 700_001]) {
    const chunks = Array.from({ length: Math.ceil(film.length / size) }, (_, index) =>
      film.subarray(index * size, (index + 1) * size),
    )
    expect(await hashesOf(chunks)).toEqual(expected)
  }
  expect((await hashesOf([film.subarray(0, HASHED_BYTES)])).sha256).toHaveLength(1)
  expect(await hashesOf([])).toEqual({ bytes: 0, sha256: [hashOf(Buffer.of())] })
})

async function signedFor(who: Person, lessonId = CUTS) {
  return (await who.call(getLessonFile, { params: { lessonId } })).data.manifest
}

/** The content of a signed manifest. Throws if no key of the settings verifies the signature. */
async function checked(server: TestServer, jws: string): Promise<LessonManifest> {
  const { lessonFiles } = (await server.call(getSettings, {})).data
  const point = Buffer.from(lessonFiles?.keys[kidOf(jws)] as string, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url')) as [string, string]
  const { payload } = await compactVerify(jws, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
  return JSON.parse(Buffer.from(payload).toString())
}

function kidOf(jws: string): string {
  return JSON.parse(Buffer.from(jws.split('.')[0] as string, 'base64url').toString()).kid
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}
