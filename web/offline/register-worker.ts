import { isSavingData } from '../media/data-saver.ts'
import { ownScript } from '../ui/own-script.ts'
import type { WorkerRequest } from '../worker/request.ts'

/**
 * From now on this browser opens the app without a network. A first visit saves home, courses and lessons, which it has
 * downloaded anyway; a later one also the other screens, unless data is to be saved.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { controller } = navigator.serviceWorker
  await navigator.serviceWorker.register(ownScript('/worker.js'))
  if (controller && !isSavingData()) controller.postMessage('save all screens' satisfies WorkerRequest)
}
