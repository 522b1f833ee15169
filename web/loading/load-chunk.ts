/**
 * Downloads the files of a chunk, and imports them only then. Browsers remember a failed import until the page is
 * reloaded: on a poor network there would be no second try. The import then finds the files in the browser's cache. The
 * build puts this in place of Vite's own code (build/load-chunks.ts), and it runs in every browser. A module of the
 * chunk that asks for it has no files.
 */
export function loadChunk<Chunk>(importIt: () => Promise<Chunk>, files: readonly string[] = []): Promise<Chunk> {
  return Promise.all(files.map(fetchNeeded)).then(importIt)
}

/** `isGone`: the server no longer has a file of this build, so a newer one is there. */
export const thisBuild = { isGone: false }

/** Before styles that nothing waits for are tried again: at first, and after many failures. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60_000

/** The words behind the screen say what waits to be sent: without styles they are better than not there. */
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
    await new Promise(resolve => setTimeout(resolve, Math.min(pauseMs, LONGEST_PAUSE_MS)))
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

const asked = new Map<string, Promise<void>>()

function fetchOnce(file: string): Promise<void> {
  const known = asked.get(file)
  if (known) return known
  const url = `/${file}`
  const fetched = file.endsWith('.css') ? addStyles(url) : fetchScript(url)
  asked.set(file, fetched)
  fetched.catch(() => asked.delete(file))
  return fetched
}

/** Reads to the last byte: only then is it in the cache. */
async function fetchScript(url: string): Promise<void> {
  // A preload link loads it.
  if (document.querySelector(`link[href="${url}"]`)) return
  const response = await fetch(url)
  if (response.status === 404) thisBuild.isGone = true
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  await response.arrayBuffer()
}

async function addStyles(url: string): Promise<void> {
  // In the page itself (build/inline-styles.ts).
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
