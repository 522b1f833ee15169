import { afterEach, expect, test, vi } from 'vitest'

const URL_OF_FILE = 'https://learn.example/assets/behind-1.js'

const script = (text: string) => asFromHere(new Response(text, { headers: { 'Content-Type': 'text/javascript' } }))
const loginPage = () => asFromHere(new Response('<h1>Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }))

/** A browser names the origin of a response in its type, which a program cannot set. */
function asFromHere(response: Response): Response {
  const clone = () => asFromHere(Response.prototype.clone.call(response))
  return Object.defineProperties(response, { type: { value: 'basic' }, clone: { value: clone } })
}

type Build = Map<string, Response>

/** The caches of a phone, by name. */
function phoneWith(builds: Record<string, Build>) {
  const open = async (name: string) => {
    const build: Build = builds[name] ?? new Map()
    builds[name] = build
    return { put: async (url: string, file: Response) => void build.set(url, file) }
  }
  const match = async (url: string, { cacheName }: { cacheName?: string } = {}) => {
    const searched = cacheName === undefined ? Object.values(builds) : [builds[cacheName]]
    return searched
      .find(build => build?.has(url))
      ?.get(url)
      ?.clone()
  }
  vi.stubGlobal('caches', { open, match, keys: async () => Object.keys(builds) })
}

/** The worker of the build `2` answers a page that asks for the file. Returns the text. */
async function servedText(): Promise<string> {
  vi.stubGlobal('location', { href: 'https://learn.example/worker.js?language=ar' })
  const { serveFile } = await import('./saved-builds.ts')
  const saving: Promise<unknown>[] = []
  const event = { request: { url: URL_OF_FILE }, waitUntil: (work: Promise<unknown>) => saving.push(work) }
  const response = await serveFile('2', event as unknown as FetchEvent)
  await Promise.all(saving)
  return response.text()
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a login page that an earlier version saved as a file of the app is not shown; the file is fetched, once', async () => {
  phoneWith({ 'sbs.build.1': new Map([[URL_OF_FILE, loginPage()]]) })
  const fetch = vi.fn(async () => script('the app'))
  vi.stubGlobal('fetch', fetch)
  expect(await servedText()).toBe('the app')
  expect(await servedText()).toBe('the app')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('without a network, the file of the own build counts, and not a login page in the place of another', async () => {
  phoneWith({
    'sbs.build.1': new Map([[URL_OF_FILE, loginPage()]]),
    'sbs.build.2': new Map([[URL_OF_FILE, script('the app')]]),
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await servedText()).toBe('the app')
})

test('without a network, login pages in the own build and in another do not hide a whole file in a third', async () => {
  phoneWith({
    'sbs.build.1': new Map([[URL_OF_FILE, loginPage()]]),
    'sbs.build.2': new Map([[URL_OF_FILE, loginPage()]]),
    'sbs.build.3': new Map([[URL_OF_FILE, script('the app')]]),
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await servedText()).toBe('the app')
})
