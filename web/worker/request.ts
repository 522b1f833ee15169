/** What a page may ask of the service worker. */
export type WorkerRequest = 'save all screens'
