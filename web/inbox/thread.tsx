import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '../../contract/inbox/inbox.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Composer, type ComposerHandle } from '../messages/composer/composer.tsx'
import { enqueueMessage } from '../messages/composer/enqueue-message.ts'
import { useUnsentActs } from '../messages/composer/use-unsent-acts.ts'
import { conversation } from '../messages/conversation/conversation.ts'
import { loadOlder, useConversation } from '../messages/conversation/conversation-query.ts'
import { useWaiting } from '../messages/conversation/use-waiting.ts'
import { MessageList, MessageListLoading } from '../messages/list/message-list.tsx'
import type { AskedPage } from '../outbox/items/message-item.ts'
import { Link } from '../router/link.tsx'
import { focusHeading } from '../ui/focus-heading.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { useUid, useUser } from '../user/user.ts'
import { useLearner, useSavedReplies } from './inbox-query.ts'
import { KindWordCard } from './kind-word-card.tsx'
import { nameInSentence } from './list/name-with-digits.ts'
import { NoteForMe } from './note-for-me.tsx'
import { OtherMentorNote } from './other-mentor-note.tsx'
import type { ReplyTo } from './reply-to.ts'
import { ThreadHead } from './thread-head.tsx'
import { useFound } from './use-found.ts'

/** This many saved replies are offered above the box; all are in the menu. */
const CHIPS = 3

type Props = {
  learnerUid: string
  name: string
  row: InboxRow | undefined
  /** The learner has seen all messages up to this time (epoch ms). It is known longer than the row. */
  seenUpTo: number | undefined
  /** By uid, the end of the phone number of learners who have the same name. */
  digits: ReadonlyMap<string, string>
  isElsewhere: boolean
  /** The learner to continue with, once this one was answered. */
  next: InboxRow | undefined
  replyTo: ReplyTo | undefined
  onReplied(answer: AskedPage): void
  onSide(): void
}

/** A mentor's conversation with one learner. */
export function Thread({
  learnerUid,
  name,
  row,
  seenUpTo,
  digits,
  isElsewhere,
  next,
  replyTo,
  onReplied,
  onSide,
}: Props) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const uid = useUid()
  const mentorId = String(useUser().data?.user.mentorId)
  const loaded = useConversation(learnerUid)
  const waiting = useWaiting(uid, learnerUid)
  const replies = useSavedReplies().data ?? []
  const messages = loaded.data?.messages
  const shown = useMemo(
    () =>
      conversation(messages ?? [], waiting ?? [], {
        isMine: ({ from }) => from !== learnerUid,
        isOthers: ({ from }) => from !== mentorId,
        seenUpTo: seenUpTo === undefined ? undefined : new Date(seenUpTo).toISOString(),
      }),
    [messages, waiting, learnerUid, mentorId, seenUpTo],
  )
  const unseen = row?.unseenCount ?? 0
  const newest = messages?.findLast(({ from }) => from === learnerUid)?.sentAt
  const { note, kindWord } = useLearner(learnerUid, isElsewhere).data ?? {}
  const isNoteNew = note && !messages?.some(({ from, sentAt }) => from === mentorId && Date.parse(sentAt) > note.at)
  const composer = useRef<ComposerHandle>(null)
  const acts = useUnsentActs({ uid, to: learnerUid, composer, hasBox: !isElsewhere })
  const found = useFound(learnerUid, loaded)
  useBoxOnOpen(composer, !found.isSought)
  useFocusOnReturn(isElsewhere)
  const error = found.error ?? (loaded.data ? undefined : loaded.error)
  const hasFailed = error != null && !isElsewhere
  return (
    <section className="pane chat thread" aria-busy={loaded.isPending}>
      <ThreadHead
        name={name || (isElsewhere ? t('elsewhere') : '')}
        isPerson={name !== ''}
        row={row}
        digits={digits.get(learnerUid)}
        newest={newest}
        onSide={onSide}
        onReply={text => composer.current?.insert(text)}
      />
      {hasFailed && <LoadFailed error={error} text={t('error')} onRetry={found.error ? found.retry : loaded.refetch} />}
      {!hasFailed && found.isLoading && !isElsewhere && <MessageListLoading />}
      {!hasFailed && (!found.isLoading || isElsewhere) && (
        <MessageList
          key={found.visit}
          found={found.id}
          heading={name}
          shown={shown}
          handOvers={loaded.data?.handOvers ?? []}
          hasOlder={loaded.data?.hasOlder ?? false}
          newestUnseen={unseen > 0 ? newest : undefined}
          mayBeUnread={unseen > 0}
          isSaved={loaded.isSaved}
          from={learnerUid}
          onOlder={() => loadOlder(uid, learnerUid)}
          acts={acts}
        >
          {loaded.data && !isElsewhere && <p className="nothing-yet">{t('nothingYet')}</p>}
        </MessageList>
      )}
      {isElsewhere && <OtherMentorNote learnerUid={learnerUid} isTitled={name === ''} onUndone={focusHeading} />}
      {note && isNoteNew && !isElsewhere && <NoteForMe note={note} />}
      {kindWord && !isElsewhere && !isNoteNew && !next && (
        <KindWordCard learnerUid={learnerUid} kindWord={kindWord} onUse={text => composer.current?.insert(text)} />
      )}
      {next && (
        <p className="next">
          <Link className="btn second small" to="/messages/$learnerUid" params={{ learnerUid: next.uid }}>
            {t('next', { name: nameInSentence(next.name, digits.get(next.uid), language) })}
          </Link>
        </p>
      )}
      {!isElsewhere && !hasFailed && (
        <Composer
          ref={composer}
          uid={uid}
          to={learnerUid}
          about={replyTo}
          savedReplies={replies.slice(0, CHIPS)}
          onDropAbout={onReplied}
          onSend={outgoing => enqueueMessage(uid, learnerUid, outgoing)}
        />
      )}
    </section>
  )
}

/**
 * Gives the box the focus on a large screen with a keyboard, unless a search led to a message. On a phone the keyboard
 * would cover the text.
 */
function useBoxOnOpen(composer: React.RefObject<ComposerHandle | null>, mayWrite: boolean): void {
  const [mayFocus] = useState(mayWrite)
  useEffect(() => {
    if (mayFocus && matchMedia('(min-width: 60rem) and (pointer: fine)').matches) composer.current?.focus()
  }, [composer, mayFocus])
}

/** When a learner is this mentor's again, the composer replaces the notice that had the focus: the heading gets it. */
function useFocusOnReturn(isElsewhere: boolean): void {
  const before = useRef(isElsewhere)
  useLayoutEffect(() => {
    if (before.current && !isElsewhere && document.activeElement === document.body) focusHeading()
    before.current = isElsewhere
  }, [isElsewhere])
}
