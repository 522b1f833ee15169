import type { Language } from '../../contract/languages.ts'
import { storedAppName } from '../app-name/stored-app-name.ts'
import { isSavingData } from '../media/data-saver.ts'
import { newerBuild } from '../outbox/newer-build.ts'
import { isSharedPhone } from '../session.ts'
import { ownScript } from '../ui/own-script.ts'
import type { WorkerRequest } from '../worker/request.ts'
import { PAGE, savedBuildNames } from '../worker/saved-build-names.ts'
import { firstContact } from './connection.ts'

declare global {
  interface Window {
    /** The worker that controlled this page when boot.js ran. */
    sbsWorker?: ServiceWorker | null
  }
}

/** Whether the worker can also send with the app closed. */
let sends = false

/**
 * Lets this browser open the app without a network. A first visit saves home, courses and lessons, which it has
 * downloaded anyway. A later one also saves the code that sends with the app closed, and the other screens. It leaves
 * out the other screens if the person wants to save data.
 */
export async function registerWorker(language: Language): Promise<void> {
  const { serviceWorker } = navigator
  if (!import.meta.env.PROD || !serviceWorker) return
  const before = await serviceWorker.getRegistration()
  sends ||= before?.active?.scriptURL === new URL(workerUrl(language, true), location.href).href
  await watchBuilds()
  await register(language)
  void saveFiles()
  if (!before || sends || !('SyncManager' in window)) return
  // Without a network the browser could not load another worker, and would complain.
  await firstContact
  sends = true
  await register(document.documentElement.lang as Language)
}

/** Saves what a visit to any screen needs without a network, unless the person wants to save data. */
export async function askToSaveScreens(): Promise<void> {
  if (isSavingData()) return
  askForAllScreens((await navigator.serviceWorker.ready).active)
}

/** Asks even if the person wants to save data: a kept lesson needs the code of its pages. The port gets the reply. */
export function askForAllScreens(worker: ServiceWorker | null | undefined, replyTo: MessagePort[] = []): void {
  worker?.postMessage('save all screens' satisfies WorkerRequest, replyTo)
}

async function saveFiles(): Promise<void> {
  const { controller, ready } = navigator.serviceWorker
  if (controller && !isSavingData()) return askForAllScreens(controller)
  const { active } = await ready
  active?.postMessage({ save: loadedFiles() } satisfies WorkerRequest)
}

function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  return urls.filter(url => url.startsWith(`${location.origin}/assets/`))
}

/** The newest saved build that this page knows of. Undefined on the first visit. */
let newestBefore: string | undefined
let workerBefore = window.sbsWorker ?? null

async function watchBuilds(): Promise<void> {
  newestBefore = await newestBuild()
  // Adding the same listener again changes nothing.
  navigator.serviceWorker.addEventListener('controllerchange', onWorkerChange)
  // The worker may have changed before the listener was there.
  await onWorkerChange()
}

/**
 * A new worker need not mean a new build: it may be one for another language or name, or one that also sends. So the
 * script of the newest saved page is compared with the script of this page.
 */
async function onWorkerChange(): Promise<void> {
  const { controller } = navigator.serviceWorker
  const isNewWorker = workerBefore && controller !== workerBefore
  workerBefore = controller
  const newest = await newestBuild()
  if (newest && newestBefore && (newest !== newestBefore || (isNewWorker && !(await isOwnBuild(newest)))))
    newerBuild.noticed()
  newestBefore = newest
}

async function newestBuild(): Promise<string | undefined> {
  const names = await savedBuildNames()
  // A build that is just being saved has no page yet.
  const pages = await Promise.all(names.map(name => savedPage(name).catch(() => undefined)))
  return names.findLast((_, index) => pages[index])
}

async function isOwnBuild(name: string): Promise<boolean> {
  const own = document.querySelector('script[src]')?.getAttribute('src') ?? ''
  const page = await savedPage(name)
  return !page || (await page.text()).includes(own)
}

function savedPage(cacheName: string): Promise<Response | undefined> {
  return caches.match(PAGE, { cacheName })
}

/** Registers the worker. Notifications need it, too. */
export async function register(language: Language): Promise<void> {
  await navigator.serviceWorker.register(ownScript(workerUrl(language, sends)))
}

/**
 * The worker saves the texts of one language, and what a shared phone needs; it shows notifications under the name that
 * was chosen.
 */
function workerUrl(language: Language, sends: boolean): string {
  const name = storedAppName()?.id
  const options = `${name ? `&name=${name}` : ''}${isSharedPhone() ? '&shared' : ''}${sends ? '&sends' : ''}`
  return `/worker.js?language=${language}${options}`
}
