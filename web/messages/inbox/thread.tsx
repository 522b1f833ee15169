import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { InboxRow } from '../../../contract/inbox.ts'
import { LoadFailed } from '../../courses/load-failed.tsx'
import { useUid } from '../../identity/user.ts'
import { Icon } from '../../ui/icon.tsx'
import { Composer } from '../composer.tsx'
import { conversation } from '../conversation.ts'
import { loadOlder, useConversation } from '../conversation-query.ts'
import { PaneHead } from '../pane-head.tsx'
import { postMessage } from '../post-message.ts'
import { Talk } from '../talk.tsx'
import { retryMessage, useWaiting } from '../use-waiting.ts'
import { useInboxChanges, useSavedReplies } from './inbox-query.ts'
import type { ReplyTo } from './reply-to.ts'
import { waitingFor } from './waiting-for.ts'

type Props = {
  learnerUid: string
  name: string
  row: InboxRow | undefined
  replyTo: ReplyTo | undefined
  onReplied(): void
  onSide(): void
}

/** A mentor's conversation with one learner. */
export function Thread({ learnerUid, name, row, replyTo, onReplied, onSide }: Props) {
  const t = useTranslations('inbox')
  const uid = useUid()
  const talk = useConversation(learnerUid)
  const waiting = useWaiting(uid, learnerUid)
  const replies = useSavedReplies().data ?? []
  const { settle } = useInboxChanges()
  const messages = talk.data?.messages
  const shown = useMemo(
    () =>
      conversation(messages ?? [], waiting ?? [], { isMine: ({ from }) => from !== learnerUid, seenUpTo: undefined }),
    [messages, waiting, learnerUid],
  )
  const unseen = row?.unseenCount ?? 0
  const newest = messages?.findLast(({ from }) => from === learnerUid)?.sentAt
  const onRetry = useCallback((key: string) => void retryMessage(uid, key, learnerUid), [uid, learnerUid])
  if (talk.error) return <LoadFailed error={talk.error} text={t('error')} onRetry={talk.refetch} />
  return (
    <section className="pane chat thread" aria-busy={talk.isPending}>
      <PaneHead
        name={name}
        note={<Waits since={row?.waitingSince ?? null} />}
        before={
          <Link className="icon-btn only-phone" to="/messages" search={true} aria-label={t('back')}>
            <Icon name="back" />
          </Link>
        }
        after={
          <>
            {row?.waitingSince != null && newest && (
              <button
                className="btn quiet small"
                type="button"
                onClick={() => void settle(learnerUid, newest).catch(() => {})}
              >
                {t('settle')}
              </button>
            )}
            <button className="btn quiet small no-wide" type="button" onClick={onSide}>
              {t('progress')}
            </button>
          </>
        }
      />
      <Talk
        shown={shown}
        handOvers={talk.data?.handOvers ?? []}
        hasOlder={talk.data?.hasOlder ?? false}
        newestUnseen={unseen > 0 ? newest : undefined}
        from={learnerUid}
        onOlder={() => loadOlder(uid, learnerUid)}
        onRetry={onRetry}
      />
      <Composer
        uid={uid}
        to={learnerUid}
        about={replyTo}
        savedReplies={replies}
        onDropAbout={onReplied}
        onSend={outgoing => postMessage(uid, learnerUid, outgoing)}
      />
    </section>
  )
}

function Waits({ since }: { since: number | null }) {
  const t = useTranslations('inbox')
  const format = useFormatter()
  if (since === null) return t('notWaiting')
  const { count, unit } = waitingFor(Date.now() - since)
  return t('waitsFor', { time: format.number(count, { style: 'unit', unit, unitDisplay: 'long' }) })
}
