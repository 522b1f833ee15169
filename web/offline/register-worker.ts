import type { Language } from '../../contract/languages.ts'
import { createStore } from '../create-store.ts'
import { isSavingData } from '../media/data-saver.ts'
import { ownScript } from '../ui/own-script.ts'
import type { WorkerRequest } from '../worker/request.ts'

/** A newer build is saved on this phone; this page is still of the one before. */
const newBuild = createStore(false)
export const isNewBuildHere = newBuild.get
export const onNewBuild = newBuild.watch

/** Until the next visit, which begins with the new build anyway. */
export function dismissNewBuild(): void {
  newBuild.set(false)
}

let registeredFor: Language | undefined

/**
 * From now on this browser opens the app without a network. A first visit saves home, courses and lessons, which it has
 * downloaded anyway; a later one also the other screens, unless data is to be saved.
 */
export async function registerWorker(language: Language): Promise<void> {
  const { serviceWorker } = navigator
  if (!import.meta.env.PROD || !serviceWorker) return
  const { controller } = serviceWorker
  // The first worker of a page has the build of that page, and so has the worker of another language.
  if (controller && !registeredFor) serviceWorker.addEventListener('controllerchange', onWorkerChange)
  if (registeredFor && registeredFor !== language) serviceWorker.removeEventListener('controllerchange', onWorkerChange)
  registeredFor = language
  await serviceWorker.register(ownScript(workerUrl(language)))
  if (controller && !isSavingData()) return controller.postMessage('save all screens' satisfies WorkerRequest)
  const { active } = await serviceWorker.ready
  active?.postMessage({ save: loadedFiles() } satisfies WorkerRequest)
}

function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  return urls.filter(url => url.startsWith(`${location.origin}/assets/`))
}

function onWorkerChange(): void {
  newBuild.set(true)
}

/** The worker saves the texts of one language. */
export function workerUrl(language: Language): string {
  return `/worker.js?language=${language}`
}
