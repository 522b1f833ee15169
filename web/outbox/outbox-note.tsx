import { wantTexts } from '../i18n/texts.ts'
import { lazy } from '../ui/lazy.ts'
import { useSoon } from '../ui/use-soon.ts'

const words = lazy(async () => {
  await wantTexts('messages')
  return (await import('./outbox-words.tsx')).OutboxWords
})
/** It has nothing to say before that anyway. */
const AFTER_MS = 1000

/** What the server does not have yet, wherever one is. */
export function OutboxNote() {
  const Words = useSoon(words, AFTER_MS)
  return Words ? <Words /> : null
}
