import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { bucketSettings } from './testing-s3.ts'

const FILM = Buffer.from('0123456789')
const FILM_NAME = 'tea.pour-1a2b3c4d-480.webm'

onEachDatabase('media', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await start({ isForAll: true })
    mkdirSync(server.services.config.mediaDir, { recursive: true })
    addFile(FILM_NAME, FILM)
  })

  function addFile(name: string, content: string | Buffer): void {
    writeFileSync(join(server.services.config.mediaDir, name), content)
  }

  function get(name: string, headers: Record<string, string> = {}, method = 'GET') {
    return fetch(`${server.origin}/media/${name}`, { method, headers })
  }

  test.each([
    ['a-480.webm', 'video/webm'],
    ['a-480.mp4', 'video/mp4'],
    ['a.mp3', 'audio/mpeg'],
    ['a.vtt', 'text/vtt; charset=utf-8'],
    ['a-poster.jpg', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.webp', 'image/webp'],
    ['a.svg', 'image/svg+xml'],
  ])('%s has its own media type, is not sniffed, and is cached for ever', async (name, type) => {
    addFile(name, '<svg onload="alert(1)"/>')
    const { status, headers } = await get(name)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-length': '24',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  test('a player gets exactly the range that it asks for', async () => {
    const part = await get(FILM_NAME, { Range: 'bytes=2-5' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 2-5/10')
    expect(part.headers.get('content-length')).toBe('4')
    expect(part.headers.get('content-type')).toBe('video/webm')
    expect(await part.text()).toBe('2345')
    expect(await (await get(FILM_NAME, { Range: 'bytes=-3' })).text()).toBe('789')
    const beyond = await get(FILM_NAME, { Range: 'bytes=10-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe('bytes */10')
  })

  test('a browser does not get a cached file again, and ranges of different files are not mixed', async () => {
    const etag = (await get(FILM_NAME)).headers.get('etag') ?? ''
    const known = await get(FILM_NAME, { 'If-None-Match': etag })
    expect(known.status).toBe(304)
    expect(await known.text()).toBe('')
    expect((await get(FILM_NAME, { Range: 'bytes=2-5', 'If-Range': etag })).status).toBe(206)
    const changed = await get(FILM_NAME, { Range: 'bytes=2-5', 'If-Range': '"another"' })
    expect(changed.status).toBe(200)
    expect(await changed.text()).toBe('0123456789')
  })

  test('HEAD gives the size without the file', async () => {
    const head = await get(FILM_NAME, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  test('a film of 3 MB arrives completely, in ranges as a player asks for them', async () => {
    const film = Buffer.alloc(3_000_000, 'abcdefghijklmnopqrstuvwxyz7')
    const name = 'tea.long-1a2b3c4d-480.webm'
    addFile(name, film)
    const parts: Buffer[] = []
    for (let at = 0; at < film.length; at += 1_000_000) {
      const part = await get(name, { Range: `bytes=${at}-${at + 999_999}` })
      parts.push(Buffer.from(await part.arrayBuffer()))
    }
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(Buffer.concat(parts))).toBe(hash(film))
  })

  test('a missing bucket is 503 and an error in the log, and a missing file is 404', async () => {
    const settings = await bucketSettings()
    const withBucket = await start({ env: settings })
    expect((await fetch(`${withBucket.origin}/media/${FILM_NAME}`)).status).toBe(404)

    const env = { ...settings, S3_BUCKET: 'nothere', LOG_LEVEL: 'silent' }
    const server = await start({ env })
    const logged: unknown[] = []
    const { log } = server.services
    log.error = ((fields: object) => void logged.push(fields)) as typeof log.error
    const { status, headers } = await fetch(`${server.origin}/media/${FILM_NAME}`)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    const cause = expect.stringMatching(/^S3_BUCKET: there is no bucket nothere/)
    expect(logged).toContainEqual({ error: expect.objectContaining({ cause }) })
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    await expect(server.importCourse('courses/first-aid-en')).rejects.toThrow('S3_BUCKET: there is no bucket nothere')
  })

  test.each([
    '.0b0e3a52-half',
    'nowhere.mp4',
    '..%2fsecret.key',
    '%2e%2e/secret.key',
    'folder',
    'folder/inner.mp3',
    '',
  ])('/media/%s does not exist', async name => {
    addFile('.0b0e3a52-half', 'half a film')
    expect((await get(name)).status).toBe(404)
  })
})
