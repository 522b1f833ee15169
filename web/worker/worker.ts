import { SHARE_TARGET } from '../../contract/lesson-files/share-target.ts'
import { notifyPages, openFrom, showPush } from './notifications.ts'
import type { WorkerRequest } from './request.ts'
import {
  deleteOldBuilds,
  deleteSavedFiles,
  isScreen,
  saveAllScreens,
  saveBuild,
  saveLoaded,
  serveFile,
  servePage,
} from './saved-builds.ts'
import { deleteSavedMedia, mediaFor } from './saved-media.ts'
import { receiveSharedFile } from './shared-file.ts'

declare const self: ServiceWorkerGlobalScope

// The server fills these in as it sends the worker (api/http/web-files/worker-file.ts).
declare const __VERSION__: string
declare const __IS_OFFLINE_ON__: boolean
declare const __MEDIA_BASE__: string
// The build fills it in (build/worker.ts).
declare const __SENDING_SCRIPT__: string

/** Not in the types of TypeScript: only Chromium has it. */
type SyncEvent = ExtendableEvent & { tag: string }
declare global {
  /** Defined in web/offline/send-in-background.ts. */
  function sendInBackground(): Promise<void>
}

/** A first visit has no `sends`, and does not load this script. A worker loads scripts only while it is installed. */
const sends = new URL(location.href).searchParams.has('sends')
if (__IS_OFFLINE_ON__ && sends) importScripts(__SENDING_SCRIPT__)

/** A page and its files never come from two different builds: the name of a file changes with its content. */
self.addEventListener('install', event => event.waitUntil(install()))
self.addEventListener('activate', event => event.waitUntil(activate()))
self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // If this gives no response, the browser asks the network itself. All calls of the API go that way: a long poll
  // would keep the next worker waiting.
  if (!__IS_OFFLINE_ON__) return
  const isShared = request.method === 'POST' && url.origin === location.origin && url.pathname === SHARE_TARGET
  if (isShared) return event.respondWith(receiveSharedFile(request))
  if (request.method !== 'GET') return
  const name = mediaNameIn(request)
  if (name !== undefined) return event.respondWith(mediaFor(request, name))
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isScreen(url)) event.respondWith(servePage(__VERSION__, request))
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(serveFile(__VERSION__, event))
  }
})
self.addEventListener('message', event => {
  const request = event.data as WorkerRequest
  if (!__IS_OFFLINE_ON__) return
  const saved = request === 'save all screens' ? saveAllScreens(__VERSION__) : saveLoaded(__VERSION__, request.save)
  const tell = (failure?: Error) => event.ports[0]?.postMessage(failure?.name)
  event.waitUntil(saved.then(() => tell(), tell))
})
self.addEventListener('sync', event => {
  if (__IS_OFFLINE_ON__ && sends) (event as SyncEvent).waitUntil(sendInBackground())
})
self.addEventListener('push', event => event.data && event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', event => event.waitUntil(openFrom(event.notification)))
self.addEventListener('pushsubscriptionchange', event => (event as ExtendableEvent).waitUntil(notifyPages()))

async function install(): Promise<void> {
  if (__IS_OFFLINE_ON__) await saveBuild(__VERSION__)
  await self.skipWaiting()
}

/** From now on open pages load their files through this worker. Each page keeps its own build. */
async function activate(): Promise<void> {
  if (__IS_OFFLINE_ON__) await deleteOldBuilds()
  else await Promise.all([deleteSavedFiles(), deleteSavedMedia()])
  await self.clients.claim()
}

/**
 * The name of the media file that a player or a picture asks for. A download of the file goes to the network instead.
 */
function mediaNameIn({ url, destination, mode }: Request): string | undefined {
  const base = `${new URL(__MEDIA_BASE__, location.href).href}/`
  // A picture that is opened as a page must come from the server, which sends a security policy with it.
  return destination !== '' && mode !== 'navigate' && url.startsWith(base) ? url.slice(base.length) : undefined
}
