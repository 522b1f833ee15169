import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '../../../contract/inbox.ts'
import { LoadFailed } from '../../courses/load-failed.tsx'
import { useUid, useUser } from '../../identity/user.ts'
import { Composer, type ComposerHandle } from '../composer.tsx'
import { conversation } from '../conversation.ts'
import { loadOlder, useConversation } from '../conversation-query.ts'
import { postMessage } from '../post-message.ts'
import { Talk } from '../talk.tsx'
import { useUnsentActs } from '../use-unsent-acts.ts'
import { useWaiting } from '../use-waiting.ts'
import { Elsewhere } from './elsewhere.tsx'
import { useSavedReplies } from './inbox-query.ts'
import type { ReplyTo } from './reply-to.ts'
import { ThreadHead } from './thread-head.tsx'

type Props = {
  learnerUid: string
  name: string
  row: InboxRow | undefined
  isElsewhere: boolean
  replyTo: ReplyTo | undefined
  onReplied(): void
  onSide(): void
}

/** A mentor's conversation with one learner. */
export function Thread({ learnerUid, name, row, isElsewhere, replyTo, onReplied, onSide }: Props) {
  const t = useTranslations('inbox')
  const uid = useUid()
  const mentorId = String(useUser().data?.user.mentorId)
  const talk = useConversation(learnerUid)
  const waiting = useWaiting(uid, learnerUid)
  const replies = useSavedReplies().data ?? []
  const messages = talk.data?.messages
  const seenUpTo = row?.seenUpTo === undefined ? undefined : new Date(row.seenUpTo).toISOString()
  const shown = useMemo(
    () =>
      conversation(messages ?? [], waiting ?? [], {
        isMine: ({ from }) => from !== learnerUid,
        isOthers: ({ from }) => from !== mentorId,
        seenUpTo,
      }),
    [messages, waiting, learnerUid, mentorId, seenUpTo],
  )
  const unseen = row?.unseenCount ?? 0
  const newest = messages?.findLast(({ from }) => from === learnerUid)?.sentAt
  const composer = useRef<ComposerHandle>(null)
  const acts = useUnsentActs(uid, learnerUid, composer)
  const hasFailed = talk.isError && !talk.data && !isElsewhere
  return (
    <section className="pane chat thread" aria-busy={talk.isPending}>
      <ThreadHead
        name={name || (isElsewhere ? t('elsewhere') : '')}
        isPerson={name !== ''}
        row={row}
        newest={newest}
        onSide={onSide}
      />
      {hasFailed ? (
        <LoadFailed error={talk.error} text={t('error')} onRetry={talk.refetch} />
      ) : (
        <Talk
          heading={name}
          shown={shown}
          handOvers={talk.data?.handOvers ?? []}
          hasOlder={talk.data?.hasOlder ?? false}
          newestUnseen={unseen > 0 ? newest : undefined}
          mayBeUnread={unseen > 0}
          from={learnerUid}
          onOlder={() => loadOlder(uid, learnerUid)}
          acts={acts}
        />
      )}
      {isElsewhere && <Elsewhere learnerUid={learnerUid} isTitled={name === ''} />}
      {!isElsewhere && !hasFailed && (
        <Composer
          ref={composer}
          uid={uid}
          to={learnerUid}
          about={replyTo}
          savedReplies={replies}
          onDropAbout={onReplied}
          onSend={outgoing => postMessage(uid, learnerUid, outgoing)}
        />
      )}
    </section>
  )
}
