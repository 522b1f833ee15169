/** A page asks the service worker to save the files that it has loaded (URLs), or all screens of a learner. */
export type WorkerRequest = { save: string[] } | 'save all screens'
