/** An upload without progress for this long is aborted and tried again. */
const STALLED_MS = 60_000
/** After the last report of progress, the browser may still be sending over a slow network. */
const ANSWER_MS = 180_000

/** A `fetch` that sends this form or file and reports its progress (0 to 1). The browser's own `fetch` reports none. */
export function fetchUploading(form: FormData | Blob, onShare: (share: number) => void): typeof fetch {
  // A service worker has no XMLHttpRequest, and nobody sees its progress.
  if (typeof XMLHttpRequest === 'undefined') return (url, init) => fetch(url, { ...init, body: form })
  return (url, { headers, method = 'POST', signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const cutAfter = timer(() => request.abort())
      request.upload.onprogress = ({ loaded, total }) => {
        cutAfter(STALLED_MS)
        onShare(loaded / total)
      }
      request.upload.onload = () => cutAfter(ANSWER_MS)
      request.onload = () => resolve(answerOf(request))
      request.onerror = request.onabort = () => reject(new TypeError('The upload was cut'))
      request.onloadend = () => cutAfter(undefined)
      request.open(method, String(url))
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value)
      signal?.addEventListener('abort', () => request.abort())
      cutAfter(STALLED_MS)
      request.send(form)
    })
}

/** Returns a function that restarts the timer, or clears it if called without a time. */
function timer(work: () => void): (ms: number | undefined) => void {
  let running: ReturnType<typeof setTimeout> | undefined
  return ms => {
    clearTimeout(running)
    if (ms !== undefined) running = setTimeout(work, ms)
  }
}

const RESPONSE_HEADERS = ['content-type', 'retry-after']

function answerOf(request: XMLHttpRequest): Response {
  const headers = RESPONSE_HEADERS.map(name => [name, request.getResponseHeader(name)]).filter(
    ([, value]) => value !== null,
  )
  return new Response(request.responseText, { status: request.status, headers: headers as [string, string][] })
}
