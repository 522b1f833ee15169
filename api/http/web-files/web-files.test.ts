import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishBuild } from '../../../build/publish.ts'
import { SHARE_FIELD, SHARE_TARGET } from '../../../contract/lesson-files/share-target.ts'
import { neutralNames } from '../../../contract/text/app-names.ts'
import { sendError } from '../api-error.ts'
import { readableUrl, serveWebFiles } from './web-files.ts'

let app: FastifyInstance
let webDir: string

beforeEach(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'step-by-step-web-'))
  mkdirSync(join(webDir, 'assets', 'workers'), { recursive: true })
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><script>begin()</script>')
  writeFileSync(join(webDir, 'assets', 'app-1.js'), 'begin()')
  writeFileSync(join(webDir, 'assets', 'workers', 'encoder-1.js'), 'encode()')
  writeFileSync(join(webDir, 'assets', 'workers', 'mp3-1.wasm'), '\0asm')
  app = Fastify({ frameworkErrors: sendError, rewriteUrl: readableUrl })
  app.setErrorHandler(sendError)
  await serveWebFiles(app, { webDir, mediaBaseUrl: '/media' })
})

afterEach(async () => {
  await app.close()
  rmSync(webDir, { recursive: true })
})

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'
const open = (url: string, accept = 'text/html,*/*;q=0.8', method: Method = 'GET') =>
  app.inject({ method, url, headers: { accept } })

test.each(['/', '/login', '/courses/first-aid-en/lessons/cuts/2', '/?rid=1&next=//evil', '/no-such-page'])(
  'a browser that opens %s gets the page',
  async url => {
    const { statusCode, headers } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
  },
)

test('a page can load the named things from other hosts, and nothing else', async () => {
  expect(directive((await open('/')).headers, 'connect-src')).toBeUndefined()
  const other = Fastify()
  const sources = { connect: ['https://a.example'], script: ['https://b.example/c/'], frame: ['https://d.example'] }
  await serveWebFiles(other, { webDir, mediaBaseUrl: 'https://cdn.example/media', sources })
  const { headers } = await other.inject({ url: '/' })
  expect(directive(headers, 'connect-src')).toBe("connect-src 'self' https://cdn.example https://a.example")
  expect(directive(headers, 'script-src')).toMatch(/^script-src 'self' 'sha256-\S+' https:\/\/b.example\/c\/$/)
  expect(directive(headers, 'frame-src')).toBe("frame-src 'self' https://d.example")
  expect(directive(headers, 'img-src')).toBe("img-src 'self' data: https://cdn.example")
  expect(directive(headers, 'default-src')).toBe("default-src 'self'")
  expect(directive(headers, 'require-trusted-types-for')).toBeDefined()
  await other.close()
})

test('a file that never changes has no header that nobody needs, and the shortest type', async () => {
  const { headers } = await open('/assets/app-1.js', '*/*')
  expect(headers['content-type']).toBe('text/javascript')
  expect(headers['cache-control']).toBe('max-age=31536000, immutable')
  for (const name of ['etag', 'last-modified', 'accept-ranges']) expect(headers, name).not.toHaveProperty(name)
  expect((await open('/assets/app-1.js', '*/*', 'HEAD')).statusCode).toBe(200)
})

test('a browser asks for the page again by one header alone', async () => {
  const { headers } = await open('/')
  for (const name of ['last-modified', 'accept-ranges']) expect(headers, name).not.toHaveProperty(name)
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a browser that was here today does not ask for the icon again', async () => {
  writeFileSync(join(webDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect((await open('/icon.svg', 'image/*')).headers['cache-control']).toBe('max-age=86400')
})

test('WebAssembly runs in a worker and never in the page', async () => {
  expect((await open('/')).headers['content-security-policy']).not.toContain('wasm')
  const { headers } = await open('/assets/workers/encoder-1.js', '*/*')
  expect(directive(headers, 'script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'")
  expect(directive(headers, 'default-src')).toBe("default-src 'none'")
  expect((await open('/assets/app-1.js', '*/*')).headers['content-security-policy']).toBeUndefined()
  // Browsers compile it while it loads only if it has this media type.
  expect((await open('/assets/workers/mp3-1.wasm', '*/*')).headers['content-type']).toBe('application/wasm')
})

function directive(headers: Record<string, unknown>, name: string): string | undefined {
  return String(headers['content-security-policy'])
    .split('; ')
    .find(line => line.startsWith(`${name} `))
}

test('the service worker has the version of the page, and changes with the page, its policy and the setting', async () => {
  writeFileSync(join(webDir, 'worker.js'), 'begin()')
  const sentBy = async (mediaBaseUrl: string, isOfflineOn = true) => {
    const server = Fastify()
    await serveWebFiles(server, { webDir, mediaBaseUrl, isOfflineOn })
    const page = await server.inject({ url: '/' })
    const worker = await server.inject({ url: '/worker.js?language=ar' })
    const again = await server.inject({ url: '/worker.js', headers: { 'if-none-match': String(worker.headers.etag) } })
    const packed = await server.inject({ url: '/worker.js', headers: { 'accept-encoding': 'gzip, deflate, br' } })
    await server.close()
    return { version: String(page.headers['page-version']), worker, again, packed }
  }
  const { version, worker, again, packed } = await sentBy('/media')
  expect(worker.body).toBe(
    `const __VERSION__="${version}";const __IS_OFFLINE_ON__=true;const __MEDIA_BASE__="/media";begin()`,
  )
  expect(worker.headers['cache-control']).toBe('no-cache')
  expect(directive(worker.headers, 'default-src')).toBe("default-src 'none'")
  expect(directive(worker.headers, 'script-src')).toBe("script-src 'self'")
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(packed.headers['content-encoding']).toBe('br')
  const elsewhere = await sentBy('https://cdn.example/media')
  expect(elsewhere.version).not.toBe(version)
  expect(elsewhere.worker.headers.etag).not.toBe(worker.headers.etag)
  const off = await sentBy('/media', false)
  expect(off.version).toBe(version)
  expect(off.worker.body).toContain('__IS_OFFLINE_ON__=false')
  expect(off.worker.headers.etag).not.toBe(worker.headers.etag)
})

test('the manifest is in the language and under the name that were asked for, and a neutral one says no more', async () => {
  const manifest = async (query: string) => (await open(`/manifest.webmanifest${query}`, '*/*')).json()
  const arabic = await manifest('')
  expect(arabic).toMatchObject({ id: '/', name: 'خطوة بخطوة', lang: 'ar', dir: 'rtl', start_url: '/', scope: '/' })
  expect(arabic.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable')
  expect(await manifest('?language=en')).toMatchObject({ id: '/', name: 'Step by Step', lang: 'en', dir: 'ltr' })
  const shortcuts: { name: string; url: string }[] = (await manifest('?language=en')).shortcuts
  expect(shortcuts.map(({ url }) => url)).toEqual(['/continue', '/messages', '/phone'])
  const neutral = await manifest('?language=en&name=notes')
  expect(neutral).toMatchObject({ id: '/', name: 'My notes', short_name: 'My notes' })
  expect(JSON.stringify(neutral)).not.toMatch(/step|lesson|message/i)
  expect(await manifest('?language=en&name=no-such-name')).toEqual(await manifest('?language=en'))
  const { headers } = await open('/manifest.webmanifest', '*/*')
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
  const again = { url: '/manifest.webmanifest', headers: { 'if-none-match': String(headers.etag) } }
  expect((await app.inject(again)).statusCode).toBe(304)
})

test('the installed app takes lesson files, unless nothing is kept on phones', async () => {
  const { share_target } = (await open('/manifest.webmanifest', '*/*')).json()
  expect(share_target).toMatchObject({ action: SHARE_TARGET, method: 'POST', enctype: 'multipart/form-data' })
  expect(share_target.params.files).toEqual([{ name: SHARE_FIELD, accept: expect.arrayContaining(['text/plain']) }])
  // If the browser has deleted the service worker, the person chooses the file on the page.
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { statusCode, headers: replied } = await app.inject({
    method: 'POST',
    url: SHARE_TARGET,
    headers,
    body: '--x--',
  })
  expect([statusCode, replied.location]).toEqual([303, SHARE_TARGET])
  const server = Fastify()
  await serveWebFiles(server, { webDir, mediaBaseUrl: '/media', isOfflineOn: false })
  expect((await server.inject({ url: '/manifest.webmanifest' })).json()).not.toHaveProperty('share_target')
  await server.close()
})

test('every icon that a manifest names is there', async () => {
  for (const query of ['', ...neutralNames.map(name => `?name=${name}`)]) {
    const { icons } = (await open(`/manifest.webmanifest${query}`, '*/*')).json()
    for (const { src } of icons) expect(existsSync(join('web/public', src)), src).toBe(true)
  }
})

test('monitors and link previews find the first page', async () => {
  expect((await open('/', '*/*')).statusCode).toBe(200)
  expect((await open('/', '*/*', 'HEAD')).statusCode).toBe(200)
})

test.each([
  '/.git/config',
  '/.env',
  '/a/.well-known/b',
  '/api/users',
  '/uploads/',
  '/disciple/v2/nothing',
  '/media/x',
  '/assets/',
  '/assets/nothing.js',
  '/data.db',
  '/..%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%252e%252e/index.html',
])('%s is no page', async url => {
  expect((await open(url)).statusCode).toBe(404)
})

test.each([
  ...['/foo.bar', '/caf%C3%A9', '/courses/a/lessons/b/2.5', '/courses/a/lessons/b/%D9%A2', '/a/%F4', '/100%'],
  // The paths of calls begin with these words.
  ...['/settings', '/auth/', '/identity/me', '/media', '/org/v1/x'],
])('a person who types %s sees the app, and no raw data', async url => {
  const { statusCode, headers } = await open(url)
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toMatch(/^text\/html/)
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
  expect((await open(url, '*/*')).headers['content-type']).toMatch(/^application\/json/)
})

test('only GET and HEAD open the page', async () => {
  for (const method of ['POST', 'OPTIONS'] as const) expect((await open('/', undefined, method)).statusCode).toBe(404)
  expect((await open('/login', '*/*')).statusCode).toBe(404)
})

test('a server keeps its build while the next one is made, and serves tabs of the last ones', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'step-by-step-dist-'))
  const build = (name: string) => {
    const folder = join(dist, 'builds', name)
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), `<!doctype html><script>begin("${name}")</script>`)
    for (const ending of ['', '.br']) writeFileSync(join(folder, 'assets', `app-${name}.js${ending}`), name)
    publishBuild(dist, folder)
  }
  const serve = async () => {
    const server = Fastify({ frameworkErrors: sendError })
    server.setErrorHandler(sendError)
    await serveWebFiles(server, { webDir: join(dist, 'web'), mediaBaseUrl: '/media' })
    const ask = (url: string) => server.inject({ url, headers: { 'accept-encoding': 'br' } })
    return { server, ask }
  }
  // The format of `dist` before each build had its own folder.
  mkdirSync(join(dist, 'web', 'assets'), { recursive: true })
  writeFileSync(join(dist, 'web', 'index.html'), 'former')
  writeFileSync(join(dist, 'web', 'assets', 'app-former.js'), 'former')

  build('1-a')
  const before = await serve()
  build('2-a')
  const [page] = [await before.ask('/')]
  expect(page.body).toContain('1-a')
  expect(page.headers['content-security-policy']).toContain(hashOf('begin("1-a")'))

  const after = await serve()
  expect((await after.ask('/')).body).toContain('2-a')
  for (const name of ['2-a', '1-a', 'former']) expect((await after.ask(`/assets/app-${name}.js`)).body).toBe(name)
  expect((await after.ask('/assets/app-0.js')).statusCode).toBe(404)

  for (const name of ['3-a', '4-a', '5-a']) build(name)
  expect(readdirSync(join(dist, 'builds')).toSorted()).toEqual(['2-a', '3-a', '4-a', '5-a'])
  for (const { server } of [before, after]) await server.close()
  rmSync(dist, { recursive: true })
})

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
