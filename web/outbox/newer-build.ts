import { createStore } from '../create-store.ts'

/** A newer build of the app is on this phone, and this page is still of the one before. The person is offered a reload. */
export const newerBuild = createStore(false)
