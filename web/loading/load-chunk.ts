/**
 * Downloads the files of a chunk, and imports them only then. Browsers remember a failed import until the page is
 * reloaded, so on a poor network there would be no second try. The import then finds the files in the browser's cache.
 * The build puts this in place of Vite's own code (build/load-chunks.ts), and it runs in every browser. `files` is
 * empty if the module is in the same chunk as the code that imports it.
 */
export function loadChunk<Chunk>(importIt: () => Promise<Chunk>, files: readonly string[] = []): Promise<Chunk> {
  return Promise.all(files.map(fetchNeeded)).then(importIt)
}

/** `isGone`: the server no longer has a file of this build, because a newer build has replaced it. */
export const thisBuild = { isGone: false }

/** The first and the longest pause before styles that nothing waits for are loaded again. */
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 60_000

/** The chunk `behind` says what waits to be sent. It is better without its styles than not shown at all. */
function fetchNeeded(file: string): Promise<void> {
  return fetchOnce(file).catch(failure => {
    if (!/\/behind-.*css$/.test(file)) throw failure
    missing.add(file)
    if (!isTrying) void fetchMissing()
  })
}

const missing = new Set<string>()
let isTrying = false

async function fetchMissing(): Promise<void> {
  isTrying = true
  for (let pauseMs = FIRST_PAUSE_MS; missing.size > 0 && !thisBuild.isGone; pauseMs *= 2) {
    await new Promise(resolve => setTimeout(resolve, Math.min(pauseMs, MAX_PAUSE_MS)))
    // A link does not say why it failed. A request gives the status.
    for (const file of missing)
      await fetchScript(`/${file}`)
        .then(() => fetchOnce(file))
        .then(
          () => missing.delete(file),
          () => {},
        )
  }
  isTrying = false
}

const requests = new Map<string, Promise<void>>()

function fetchOnce(file: string): Promise<void> {
  const known = requests.get(file)
  if (known) return known
  const url = `/${file}`
  const fetched = file.endsWith('.css') ? addStyles(url) : fetchScript(url)
  requests.set(file, fetched)
  fetched.catch(() => requests.delete(file))
  return fetched
}

/** Reads to the last byte: only then is the file in the cache. */
async function fetchScript(url: string): Promise<void> {
  // A preload link loads the file already.
  if (document.querySelector(`link[href="${url}"]`)) return
  const response = await fetch(url)
  if (response.status === 404) thisBuild.isGone = true
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  await response.arrayBuffer()
}

async function addStyles(url: string): Promise<void> {
  // The build has put these styles into the page itself (build/inline-styles.ts).
  if (document.querySelector(`style[data-file="${url}"]`)) return
  const known = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${url}"]`)
  if (known?.sheet) return
  const link = known ?? document.createElement('link')
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => reject(new Error(`${url} could not be fetched`))
    if (known) return
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = url
    document.head.appendChild(link)
  }).catch(failure => {
    link.remove()
    throw failure
  })
}
