import { BUILD, savedBuildNames } from './saved-build-names.ts'

/** Names of files of this build, without the folder `/assets/`. */
declare const __FILES__: {
  /** What home, courses and lessons need. */
  first: Files
  /** What all other screens of a learner need. */
  others: Files
  /** What several people on one phone need. */
  shared: Files
}

declare const self: ServiceWorkerGlobalScope

// The build fills it in (build/worker.ts).
declare const __FIRST_SEGMENTS__: string[]

type Files = { code: string[]; texts: Record<string, string[]> }

/** The page registers the worker again when its language changes, and when a second person comes. */
const options = new URL(location.href).searchParams
const language = options.get('language') ?? ''

const files = __FILES__

/** As many as the server has (build/publish.ts): a tab that was opened on an older one still finds its files. */
const KEPT_BUILDS = 4
const PAGE = '/'
/** Beside the page: `others` were saved, too. */
const ALL_SCREENS = '/all-screens'
/** A browser that fetches twenty at once leaves no room for what the person asked for. */
const AT_ONCE = 4

/**
 * Saves what a visit without a network needs of this build. The browser's own cache, and the builds saved before, have
 * most of it. The page comes last: a build that has it is complete. Rejects if something is missing; the browser
 * installs the worker again later.
 */
export async function saveBuild(version: string): Promise<void> {
  const hadAll = await caches.match(ALL_SCREENS)
  const build = await caches.open(BUILD + version)
  await saveFiles(build, files.first)
  if (options.has('shared')) await saveFiles(build, files.shared)
  if (hadAll) await saveOthers(build)
  const page = await fetch(await openPage(), { cache: 'no-cache', headers: { Accept: 'text/html' } })
  // Several servers may be at different builds for a while.
  if (!page.ok || page.headers.get('Page-Version') !== version) throw new Error('The page is of another build')
  await build.put(PAGE, page)
}

/** All URLs of screens have the same page. The browser's cache has that of an open one, so only a 304 is sent. */
async function openPage(): Promise<string> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return open.find(({ url }) => isScreen(new URL(url)))?.url ?? PAGE
}

/** For a visit without a network to any screen. Does nothing if that is done. */
export async function saveAllScreens(version: string): Promise<void> {
  const build = await caches.open(BUILD + version)
  if (!(await build.match(ALL_SCREENS))) await saveOthers(build)
}

/** What a page loaded before this worker answered for it: the browser's cache still has it. */
export async function saveLoaded(version: string, urls: string[]): Promise<void> {
  const build = await caches.open(BUILD + version)
  for (const url of urls) await saveFile(build, url).catch(() => {})
}

async function saveOthers(build: Cache): Promise<void> {
  await saveFiles(build, files.others)
  await build.put(ALL_SCREENS, new Response())
}

async function saveFiles(build: Cache, { code, texts }: Files): Promise<void> {
  const left = [...code, ...(texts[language] ?? [])]
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await saveFile(build, `/assets/${name}`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function saveFile(build: Cache, url: string): Promise<void> {
  if (await build.match(url)) return
  const response = (await caches.match(url)) ?? (await fetch(url))
  if (!isWhole(response)) throw new Error(`${url} answered ${response.status}`)
  await build.put(url, response)
}

/** The page of this build; from the network if the browser has deleted it. */
export async function pageOf(version: string, request: Request): Promise<Response> {
  const saved = await caches.match(PAGE, { cacheName: BUILD + version }).catch(() => undefined)
  return saved ?? fetch(request)
}

/** A file of any build: its name says what is in it. What comes from the network is saved. */
export async function fileOf(version: string, event: FetchEvent): Promise<Response> {
  const { request } = event
  const saved = await caches.match(request.url).catch(() => undefined)
  if (saved) return saved
  const response = await fetch(request)
  if (isWhole(response)) {
    const copy = response.clone()
    event.waitUntil(saveCopy(version, request.url, copy))
  }
  return response
}

/** A phone without room still shows what came from the network. */
async function saveCopy(version: string, url: string, copy: Response): Promise<void> {
  try {
    await (await caches.open(BUILD + version)).put(url, copy)
  } catch {}
}

export async function deleteOldBuilds(): Promise<void> {
  const names = await savedBuildNames()
  await Promise.all(names.slice(0, -KEPT_BUILDS).map(name => caches.delete(name)))
}

export async function deleteSavedFiles(): Promise<void> {
  await Promise.all((await savedBuildNames()).map(name => caches.delete(name)))
}

function isWhole(response: Response): boolean {
  return response.status === 200 && response.type === 'basic'
}

/** Whether a signed-in person may open this URL as a page. */
export function isScreen(url: URL): boolean {
  return __FIRST_SEGMENTS__.includes(url.pathname.split('/')[1] as string)
}
