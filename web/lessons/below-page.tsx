import type { ComponentProps } from 'react'
import { wantTexts } from '../i18n/messages.ts'
import type { PageTalk } from '../messages/page-talk.tsx'
import { knownSettings } from '../settings/settings.ts'
import { later } from '../ui/later.ts'
import { useSoon } from '../ui/use-soon.ts'

const pageTalk = later(async () => {
  if (!knownSettings().messengerEnabled) return undefined
  const [piece] = await Promise.all([import('../messages/page-talk.tsx'), wantTexts('messages')])
  return piece.PageTalk
})
/** The page itself comes first. */
const AFTER_MS = 500

/** What the mentor said about a page and the way to ask: the page neither waits for it nor needs it. */
export function BelowPage(props: ComponentProps<typeof PageTalk>) {
  const Shown = useSoon(pageTalk, AFTER_MS)
  return Shown ? <Shown {...props} /> : null
}
