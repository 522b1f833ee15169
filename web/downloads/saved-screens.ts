import { askForAllScreens } from '../offline/register-worker.ts'
import { ALL_SCREENS } from '../worker/saved-build-names.ts'

/** A browser may end a worker that is at work. Then the lesson is tried again later, and the worker asked again. */
const LIMIT_MS = 30_000

/**
 * Resolves when this phone has the code of all screens: a page of a kept lesson may need a part that no visit has
 * loaded. Rejects if there is no room for it, or the service worker did not save it in time. Where there is no worker,
 * nothing can be saved.
 */
export async function allScreensSaved(): Promise<void> {
  const { serviceWorker } = navigator
  if (!(await serviceWorker?.getRegistration().catch(() => undefined)) || (await caches.match(ALL_SCREENS))) return
  const failure = await Promise.race([
    // A first visit may be here before its worker.
    serviceWorker.ready.then(({ active }) => replyOf(active)),
    new Promise<string>(resolve => setTimeout(resolve, LIMIT_MS, 'TimeoutError')),
  ])
  if (failure !== undefined) throw new DOMException('All screens could not be saved', failure)
}

/** The name of the error; undefined if all is saved. */
function replyOf(worker: ServiceWorker | null): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data)
    askForAllScreens(worker, [port2])
  })
}
