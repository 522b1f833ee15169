import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { InboxRow } from '../../contract/inbox/inbox.ts'
import { queryClient } from '../queries/query-client.ts'
import { retryFailedQueries } from '../queries/retry-failed-queries.ts'
import { navigate } from '../router/router.ts'
import { useParams } from '../router/use-location.ts'
import { Illustration } from '../ui/illustration.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import '../messages/messages.css'
import './inbox.css'
import { useWaiting } from '../messages/conversation/use-waiting.ts'
import { userQuery, useUid } from '../user/user.ts'
import { useHandedOver, useInbox } from './inbox-query.ts'
import { LearnerPanel } from './learner-panel.tsx'
import { namesakeDigits } from './list/filter-rows.ts'
import { LearnerList } from './list/learner-list.tsx'
import type { ReplyTo } from './reply-to.ts'
import { Thread } from './thread.tsx'

/**
 * A mentor's first screen: the queue, one conversation, and that learner's progress. A phone shows one of them at a
 * time.
 */
export function InboxScreen() {
  const t = useTranslations('inbox')
  const { learnerUid } = useParams()
  const inbox = useInbox()
  useEffect(() => retryFailedQueries(queryClient), [])
  useOwnDataWhenRetired(inbox.error)
  useCountInTitle(inbox.data?.filter(({ waitingSince }) => waitingSince !== null).length ?? 0)
  if (inbox.isPending) return <LoadingScreen />
  if (!inbox.data) return <LoadFailed error={inbox.error} text={t('error')} onRetry={inbox.refetch} />
  const row = inbox.data.find(({ uid }) => uid === learnerUid)
  const digits = namesakeDigits(inbox.data)
  return (
    <main className="inbox-frame">
      <div className={`inbox ${learnerUid ? 'show-thread' : 'show-queue'}`}>
        <LearnerList rows={inbox.data} current={learnerUid} digits={digits} />
        {learnerUid ? (
          <Open key={learnerUid} {...{ learnerUid, row, digits, inbox }} rows={inbox.data} />
        ) : (
          <section className="pane nobody">
            <div className="stack center welcome">
              <Illustration tone="light" at={1} />
              <p>{t('choose')}</p>
            </div>
          </section>
        )}
      </div>
    </main>
  )
}

type OpenProps = {
  learnerUid: string
  row: InboxRow | undefined
  rows: readonly InboxRow[]
  digits: ReadonlyMap<string, string>
  inbox: ReturnType<typeof useInbox>
}

/** The conversation with a learner, and the learner's answers. "Reply" at an answer starts a message about it. */
function Open({ learnerUid, row, rows, digits, inbox }: OpenProps) {
  const handedOver = useHandedOver().find(({ uid }) => uid === learnerUid)
  const name = useLast(row?.name) ?? handedOver?.name ?? ''
  const seenUpTo = useLast(row?.seenUpTo)
  const isElsewhere = useIsElsewhere({ learnerUid, row }, inbox)
  const [replyTo, setReplyTo] = useState<ReplyTo>()
  const [isSideShown, setIsSideShown] = useState(false)
  const { next, isAnswered } = useNextWaiting(rows, row)
  const panes = useRef<HTMLDivElement>(null)
  /** Shows the other pane, and moves the focus to it. */
  function turn(isShown: boolean, focus: string, answer = replyTo) {
    flushSync(() => {
      setIsSideShown(isShown)
      setReplyTo(answer)
    })
    panes.current?.querySelector<HTMLElement>(focus)?.focus()
  }
  /** Escape closes the pane. Ctrl+Enter sends, as Enter does, and then opens the next learner who waits. */
  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (event.nativeEvent.isComposing || target.closest('dialog')) return
    if (event.key === 'Escape') return isSideShown ? turn(false, '.thread h1') : navigate({ to: '/messages' })
    const isNext = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && target.matches('.composer textarea')
    // A text that cannot be sent is still in the box.
    if (isNext) setTimeout(() => next && (target as HTMLTextAreaElement).value === '' && goTo(next))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work wherever the focus is in a conversation.
    <div ref={panes} className={isSideShown && !isElsewhere ? 'opened show-side' : 'opened'} onKeyDown={onKeyDown}>
      <Thread
        learnerUid={learnerUid}
        name={name}
        row={row}
        seenUpTo={seenUpTo}
        digits={digits}
        isElsewhere={isElsewhere}
        next={isAnswered ? next : undefined}
        replyTo={replyTo}
        onReplied={answer => setReplyTo(shown => (shown === answer ? undefined : shown))}
        onSide={() => turn(true, '.side h1')}
      />
      {!isElsewhere && (
        <LearnerPanel
          learnerUid={learnerUid}
          onClose={() => turn(false, '.thread h1')}
          onReply={answer => turn(false, '.composer textarea', answer)}
        />
      )}
    </div>
  )
}

function goTo({ uid }: InboxRow): void {
  navigate({ to: '/messages/$learnerUid', params: { learnerUid: uid } })
}

/**
 * A mentor who was retired meanwhile is a learner now. Loads their user data again, so that they get the screen of a
 * learner.
 */
function useOwnDataWhenRetired(error: Error | null): void {
  const uid = useUid()
  const isRefused = error instanceof ApiError && error.code === 'forbidden'
  useEffect(() => {
    if (isRefused) void queryClient.invalidateQueries(userQuery(uid))
  }, [isRefused, uid])
}

/** Shows the count in the tab's title, so that a mentor who works in another tab sees it. */
function useCountInTitle(count: number): void {
  const t = useTranslations()
  const title = t('page.messages')
  const counted = t('inbox.titled', { count, title })
  useEffect(() => {
    if (count === 0) return
    // Waits until the screen has set its own title, which would replace this one.
    const timer = setTimeout(() => {
      document.title = counted
    })
    return () => {
      clearTimeout(timer)
      document.title = title
    }
  }, [count, counted, title])
}

/** The value; while it is undefined, the last known one. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

type Learner = { learnerUid: string; row: InboxRow | undefined }

/** Whether a learner is no longer one of the mentor's. */
function useIsElsewhere({ learnerUid, row }: Learner, inbox: ReturnType<typeof useInbox>): boolean {
  const [openedAt] = useState(() => Date.now())
  const isRefused = useWaiting(useUid(), learnerUid)?.some(({ refusedAs }) => refusedAs !== undefined)
  const isMissing = row === undefined
  const { refetch } = inbox
  useEffect(() => {
    if (isMissing || isRefused) void refetch()
  }, [isMissing, isRefused, refetch])
  // An inbox that was loaded before this screen opened may lack a new learner.
  return isMissing && inbox.dataUpdatedAt > openedAt
}

/** The next learner after this one was answered: the one who has waited longest. */
function useNextWaiting(rows: readonly InboxRow[], row: InboxRow | undefined) {
  const isWaiting = row !== undefined && row.waitingSince !== null
  const [hasWaited, setHasWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setHasWaited(true)
  const next = rows.find(other => other.waitingSince !== null && other.uid !== row?.uid)
  return { next, isAnswered: row !== undefined && hasWaited && !isWaiting }
}
