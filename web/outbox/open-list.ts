import { createStore } from '../create-store.ts'

/** Which list of the outbox is open: what waits to be sent, or the answers or messages that the server refused. */
export const openList = createStore<'waiting' | 'refused' | 'messages' | undefined>(undefined)
