/**
 * A page asks the service worker to save the files that it has loaded (URLs), or all screens of a learner. With a port,
 * it hears when they are saved: the name of the error, or undefined.
 */
export type WorkerRequest = { save: string[] } | 'save all screens'
