/**
 * A page asks the service worker to save the files that it has loaded (URLs), or all screens of a learner. If the page
 * sends a port, the worker replies to it at the end: with the name of the error, or with undefined.
 */
export type WorkerRequest = { save: string[] } | 'save all screens'
