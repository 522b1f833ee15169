import { wantTexts } from '../../i18n/texts.ts'
import { lazy } from '../../ui/lazy.ts'
import { useLazyAfter } from '../../ui/use-lazy-after.ts'

const words = lazy(async () => {
  await wantTexts('messages')
  return (await import('./outbox-words.tsx')).OutboxWords
})
/** The code of the note loads after this time, because the note is never shown earlier. */
const AFTER_MS = 1000

/** Shows on every screen what the server does not have yet. */
export function OutboxNote() {
  const Words = useLazyAfter(words, AFTER_MS)
  return Words ? <Words /> : null
}
