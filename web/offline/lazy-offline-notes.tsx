import { wantTexts } from '../i18n/texts.ts'
import { lazy } from '../ui/lazy.ts'
import { useSoon } from '../ui/use-soon.ts'

const notes = lazy(async () => {
  await wantTexts('messages')
  return (await import('./offline-notes.tsx')).OfflineNotes
})
/** Nobody waits for it. */
const AFTER_MS = 1000

/** On the screens that have the header. A lesson says of each answer whether it waits. */
export function LazyOfflineNotes() {
  const Notes = useSoon(notes, AFTER_MS)
  return Notes ? <Notes /> : null
}
