import { createStore } from '../create-store.ts'

const isOffered = createStore(false)
let isDismissed = false

/**
 * True while the person is offered a reload: a newer build of the app is on this phone, and this page still runs the
 * build before.
 */
export const newerBuild = {
  get: isOffered.get,
  watch: isOffered.watch,
  /** A build may be noticed several times. After *Later* nobody is asked again. */
  noticed() {
    if (!isDismissed) isOffered.set(true)
  },
  dismiss() {
    isDismissed = true
    isOffered.set(false)
  },
}
