import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { beforeAll, expect, test } from 'vitest'
import {
  getAuthorFile,
  type UploadedFile,
  uploadPicture,
} from '../../../../contract/organisation/media/author-files.ts'
import { DAY } from '../../../../contract/time.ts'
import { removeUnusedOriginals } from '../../../courses/files/remove-unused.ts'
import { courseFolder } from '../../../courses/testing.ts'
import { onEachDatabase, onSqlite, type TestServer } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'
import { atDesk, startWithAuthors, startWithTeaForAll } from '../testing.ts'
import { filesOfKind } from './testing-author-files.ts'
import { drawn, withExif } from './testing-pictures.ts'

const id = 'tea'
const { send, bring, refusal } = filesOfKind({ path: uploadPicture.path, contentType: 'image/jpeg' })
const ARABIC = /\p{Script=Arabic}/u
/** The EXIF orientation of a picture whose phone was held sideways. */
const HELD_SIDEWAYS = 6

onSqlite('A picture that an author brings', start => {
  let shared: Awaited<ReturnType<typeof startWithTeaForAll>>
  beforeAll(async () => {
    shared = await startWithTeaForAll(start)
  })

  test('a photo of 12 megapixels is turned upright, made small, and no longer says where it was taken', async () => {
    const { server, omar } = shared
    const photo = withExif(drawn('testsrc2=size=4032x3024', 'jpg'), HELD_SIDEWAYS, 'Amman, 31.9539 N')
    expect(photo.toString('latin1')).toContain('Amman')
    const brought = await bring(server, omar, photo)
    const stored = await bytesOf(server, omar, 'photo.webp', brought)
    expect(imageSize(stored)).toMatchObject({ type: 'webp', width: 810, height: 1080 })
    expect(stored.toString('latin1')).not.toMatch(/Amman|Exif|EXIF|XMP/)
    expect(stored.length).toBe(brought.bytes)
    expect(brought.bytes).toBeLessThan(photo.length / 5)
  })

  test('each kind of picture becomes a webp, a small one keeps its size, and a webp that is small is not made again', async () => {
    const { server, omar } = shared
    const made: Buffer[] = []
    for (const kind of ['jpg', 'png', 'webp']) {
      const brought = await bring(server, omar, drawn('testsrc=size=300x200', kind))
      made.push(await bytesOf(server, omar, `${kind}.webp`, brought))
    }
    expect(made.map(bytes => imageSize(bytes))).toEqual(
      made.map(() => expect.objectContaining({ type: 'webp', width: 300, height: 200 })),
    )
    const again = await bring(server, omar, made[0] as Buffer)
    expect((await bytesOf(server, omar, 'again.webp', again)).equals(made[0] as Buffer)).toBe(true)
    // A webp can say where it was taken, too.
    const telling = withChunk(made[0] as Buffer, 'EXIF', Buffer.from('Amman, 31.9539 N'))
    const told = await bytesOf(server, omar, 'told.webp', await bring(server, omar, telling))
    expect(told.toString('latin1')).not.toContain('Amman')
  })

  test('the same picture twice is stored once', async () => {
    const { server, omar } = shared
    const photo = drawn('testsrc2=size=1600x900', 'jpg')
    const originals = join(server.services.config.mediaDir, 'originals')
    const before = readdirSync(originals).length
    const [one, two] = [await bring(server, omar, photo), await bring(server, omar, photo)]
    expect(one).toEqual(two)
    expect(readdirSync(originals)).toHaveLength(before + 1)
  })

  test('a drawing is shown cleaned, and one with a declaration is refused in the words of its author', async () => {
    const { server, omar } = shared
    const shape =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path d="M1 1h3"/></svg>'
    const shown = await bytesOf(server, omar, 'shape.svg', await bring(server, omar, Buffer.from(shape)))
    expect(shown.toString()).toContain('<path d="M1 1h3"')
    expect(shown.toString()).not.toContain('script')
    const declared = Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${shape}`)
    expect(await refusal(server, omar, declared)).toContain('is not allowed')
    const large = Buffer.from(shape.replace('<path', `<path class="${'a'.repeat(200_000)}"`))
    expect(await refusal(server, omar, large)).toBe('is larger than 200 kB')
  })

  test('what is no picture, is damaged or too large is refused by a sentence in both languages, and leaves nothing', async () => {
    const { server, omar } = shared
    const photo = drawn('testsrc=size=640x480', 'jpg')
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(600, 1)])
    const parts = [photo.subarray(0, 40), photo.subarray(0, photo.length / 2)]
    const bad = [Buffer.from('Hello'), Buffer.alloc(0), ...parts, heic, Buffer.alloc(20_000_001, 1)]
    const originals = readdirSync(join(server.services.config.mediaDir, 'originals')).length
    for (const bytes of bad) {
      expect(await refusal(server, omar, bytes)).toMatch(/^[a-z].{5}/)
      expect(await refusal(server, omar, bytes, { language: 'ar' })).toMatch(ARABIC)
    }
    expect(readdirSync(join(server.services.config.mediaDir, 'originals'))).toHaveLength(originals)
    expect(readdirSync(join(server.services.config.dataDir, 'incoming'))).toEqual([])
  })
})

onEachDatabase('Pictures that authors bring', start => {
  let shared: Awaited<ReturnType<typeof startWithTeaForAll>>
  beforeAll(async () => {
    shared = await startWithTeaForAll(start)
  })

  test('a disk that is nearly full takes neither pictures nor folders of authors, and takes them again later', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const photo = drawn('testsrc2=size=300x200', 'jpg')
    const { config } = server.services
    const { dataDir } = config
    const headers = { authorization: `Bearer ${omar.idToken}`, 'content-type': 'application/zip' }
    // /proc is a file system without any room.
    Object.assign(config, { dataDir: '/proc' })
    const replies = [
      await send(server, omar, photo),
      await fetch(`${server.origin}/org/v1/imports`, { method: 'POST', headers, body: 'zip' }),
    ]
    for (const reply of replies) {
      expect(await reply.json()).toMatchObject({ error: { code: 'courses/no-room' } })
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60'])
    }
    Object.assign(config, { dataDir })
    await bring(server, omar, photo)
  })

  test('only authors bring pictures and see those of a draft', async () => {
    const { server, omar } = shared
    const noura = await server.signIn('+971501234567')
    const photo = drawn('testsrc=size=300x200', 'png')
    expect((await send(server, noura, photo)).status).toBe(403)
    const brought = await bring(server, omar, photo)
    await name(omar, 'photo.webp', brought.digest)
    const asked = { params: { id, digest: brought.digest } }
    await expect(noura.call(getAuthorFile, asked)).rejects.toMatchObject({ code: 'forbidden' })
    const unnamed = await bring(server, omar, drawn('testsrc=size=301x200', 'png'))
    await expect(omar.call(getAuthorFile, { params: { id, digest: unnamed.digest } })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('a picture that nobody names is removed after a week; one that a removal can be taken back for stays', async () => {
    const { server, omar } = await startWithAuthors(start)
    await server.importCourse(courseFolder())
    const [kept, removed, alone, young] = await Promise.all(
      [200, 202, 204, 206].map(width => bring(server, omar, drawn(`testsrc=size=${width}x100`, 'png'))),
    )
    await name(omar, 'kept.webp', kept?.digest as string)
    await name(omar, 'removed.webp', removed?.digest as string)
    await name(omar, 'removed.webp', null)
    const path = (file: UploadedFile | undefined) =>
      join(server.services.config.mediaDir, 'originals', file?.digest ?? '')
    const now = Date.now()
    const then = (now - 8 * DAY) / 1000
    for (const file of readdirSync(join(server.services.config.mediaDir, 'originals')))
      utimesSync(join(server.services.config.mediaDir, 'originals', file), then, then)
    utimesSync(path(young), now / 1000, now / 1000)
    const before = readdirSync(join(server.services.config.mediaDir, 'originals')).length
    await removeUnusedOriginals(server.services.db, server.services.originals, now)
    expect([kept, removed, alone, young].map(file => existsSync(path(file)))).toEqual([true, true, false, true])
    expect(readdirSync(join(server.services.config.mediaDir, 'originals'))).toHaveLength(before - 1)
  })
})

/** Names a file in the draft, as the editor does. */
async function name(author: Person, file: string, to: string | null): Promise<void> {
  const desk = atDesk(author, id)
  await desk.look()
  const { results } = await desk.write({ op: 'file', name: `media/${file}`, to })
  expect(results).toMatchObject([{ outcome: 'done' }])
}

/** Names a brought file in the draft. Returns the bytes that an author then gets for it. */
async function bytesOf(
  { origin }: TestServer,
  author: Person,
  file: string,
  { digest }: UploadedFile,
): Promise<Buffer> {
  await name(author, file, digest)
  const headers = { authorization: `Bearer ${author.idToken}` }
  const reply = await fetch(origin + getAuthorFile.path.replace(':id', id).replace(':digest', digest), { headers })
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

function withChunk(webp: Buffer, kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 0, 'latin1')
  head.writeUInt32LE(content.length, 4)
  const whole = Buffer.concat([webp, head, content, Buffer.alloc(content.length % 2)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
