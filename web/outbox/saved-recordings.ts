import type { PageLogLetter } from './page-letter.ts'
import { type Letter, unsentOf } from './store.ts'

type Listener = (page: PageLogLetter) => void

const listeners = new Set<Listener>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sbs.recordings')
otherTabs?.addEventListener('message', ({ data }) => tellHere(data))

/** Told, in every tab, which name a recording was given. */
export function onRecordingSaved(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** If its page was answered again meanwhile, that answer is the one to show. */
export async function tellSaved(letter: Letter, page: PageLogLetter): Promise<void> {
  const isLater = ({ id, about, writtenAt }: Letter) =>
    id !== letter.id && about === letter.about && writtenAt >= letter.writtenAt
  if ((await unsentOf(letter.uid)).some(isLater)) return
  otherTabs?.postMessage(page)
  tellHere(page)
}

function tellHere(page: PageLogLetter): void {
  for (const listener of listeners) listener(page)
}
