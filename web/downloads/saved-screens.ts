import { askForAllScreens } from '../offline/register-worker.ts'
import { ALL_SCREENS } from '../worker/saved-build-names.ts'

/** A browser may end a worker in the middle of its work. Then a later try asks the worker again. */
const LIMIT_MS = 30_000

/**
 * Resolves when this phone has the code of all screens: a page of a kept lesson may need a part that no visit has
 * loaded. Rejects if there is no room for it, or the service worker did not save it in time. Resolves at once if there
 * is no worker, because then nothing can be saved.
 */
export async function allScreensSaved(): Promise<void> {
  const { serviceWorker } = navigator
  if (!(await serviceWorker?.getRegistration().catch(() => undefined)) || (await caches.match(ALL_SCREENS))) return
  const failure = await Promise.race([
    // In a first visit, this may run before the worker is ready.
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
