import { isPage } from './is-page.ts'
import { ALL_SCREENS, BUILD, PAGE, savedBuildNames } from './saved-build-names.ts'

/** The files of this build that home, courses and lessons need. */
declare const __FIRST_FILES__: Files
/** URL of a list with what all other screens of a learner need, and what several people on one phone need. */
declare const __LATER_FILES__: string

declare const self: ServiceWorkerGlobalScope

// The build fills it in (build/worker.ts).
declare const __FIRST_SEGMENTS__: string[]

/** Names of files, without the folder `/assets/`. */
type Files = { code: string[]; texts: Record<string, string[]> }

/** The page registers the worker again when its language changes, and when a second person comes. */
const options = new URL(location.href).searchParams
const language = options.get('language') ?? ''

/** As many as the server has (build/publish.ts): a tab that was opened on an older one still finds its files. */
const KEPT_BUILDS = 4
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
  await saveFiles(build, __FIRST_FILES__)
  if (options.has('shared')) await saveFiles(build, await laterFiles('shared'))
  if (hadAll) await saveOthers(build)
  const url = await openPage()
  // The browser's cache has the page that is open.
  const page = await pageFrom(url, version, 'force-cache').catch(() => pageFrom(url, version, 'no-cache'))
  await build.put(PAGE, page)
}

/** Rejects if the server sends the page of another build: several servers may have different builds for a while. */
async function pageFrom(url: string, version: string, cache: RequestCache): Promise<Response> {
  const page = await fetch(url, { cache, headers: { Accept: 'text/html' } })
  if (!page.ok || page.headers.get('Page-Version') !== version) throw new Error('The page is of another build')
  return page
}

/** The URL of an open screen, or of the home screen. All of them have the same page. */
async function openPage(): Promise<string> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return open.find(({ url }) => isScreen(new URL(url)))?.url ?? PAGE
}

/** Saves what a visit to any screen needs without a network. Does nothing if it is saved already. */
export async function saveAllScreens(version: string): Promise<void> {
  const build = await caches.open(BUILD + version)
  if (!(await build.match(ALL_SCREENS))) await saveOthers(build)
}

/** Saves the files that a page loaded before this worker was there. The browser's cache still has them. */
export async function saveLoaded(version: string, urls: string[]): Promise<void> {
  const build = await caches.open(BUILD + version)
  for (const url of urls) await saveFile(build, url).catch(() => {})
}

async function saveOthers(build: Cache): Promise<void> {
  await saveFiles(build, await laterFiles('others'))
  await build.put(ALL_SCREENS, new Response())
}

async function laterFiles(kind: 'others' | 'shared'): Promise<Files> {
  const response = await fetch(__LATER_FILES__)
  if (!response.ok) throw new Error(`${__LATER_FILES__} answered ${response.status}`)
  return (await response.json())[kind]
}

async function saveFiles(build: Cache, { code, texts }: Files): Promise<void> {
  const left = [...code, ...(texts[language] ?? [])]
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await saveFile(build, `/assets/${name}`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function saveFile(build: Cache, url: string): Promise<void> {
  if (wholeIn(await build.match(url))) return
  const response = (await savedWhole(url, await savedBuildNames())) ?? (await fetch(url))
  if (!isWhole(response)) throw new Error(`${url} answered ${response.status}`)
  await build.put(url, response)
}

/** The page of this build; from the network if the browser has deleted it. */
export async function servePage(version: string, request: Request): Promise<Response> {
  const saved = await caches.match(PAGE, { cacheName: BUILD + version }).catch(() => undefined)
  return saved ?? fetch(request)
}

/** A file of this build or any other: equal names mean equal content. Saves a file from the network in this build. */
export async function serveFile(version: string, event: FetchEvent): Promise<Response> {
  const { request } = event
  const saved =
    (await savedWhole(request.url, [BUILD + version])) ??
    (await savedWhole(request.url, await savedBuildNames().catch(() => [])))
  if (saved) return saved
  const response = await fetch(request)
  if (isWhole(response)) {
    const copy = response.clone()
    event.waitUntil(saveCopy(version, request.url, copy))
  }
  return response
}

async function savedWhole(url: string, builds: string[]): Promise<Response | undefined> {
  for (const cacheName of builds) {
    const saved = wholeIn(await caches.match(url, { cacheName }).catch(() => undefined))
    if (saved) return saved
  }
  return undefined
}

/** Undefined if an earlier worker saved a page in place of the file. */
function wholeIn(saved: Response | undefined): Response | undefined {
  return saved && !isPage(saved) ? saved : undefined
}

/** If the phone has no room for the copy, the page still gets the file itself. */
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
  return response.status === 200 && response.type === 'basic' && !isPage(response)
}

/** Whether a signed-in person may open this URL as a page. */
export function isScreen(url: URL): boolean {
  const [, first = '', second] = url.pathname.split('/')
  // A call of the API may be opened as a page, too, to download a file.
  return __FIRST_SEGMENTS__.includes(first) && second !== 'v1'
}
