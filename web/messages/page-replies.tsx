import { useTranslations } from 'use-intl'
import type { Message } from '../../contract/messages.ts'
import { conversation } from './conversation/conversation.ts'
import { Bubble } from './list/bubble.tsx'

/** What the mentor wrote about a page. */
export function PageReplies({ replies }: { replies: readonly Message[] }) {
  const t = useTranslations('messages')
  return (
    <>
      <h2>{t('repliesHere')}</h2>
      {conversation(replies, [], { isMine: () => false, seenUpTo: undefined }).map(shown => (
        <Bubble key={shown.key} shown={shown} isBare />
      ))}
    </>
  )
}
