import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '../../../contract/inbox.ts'
import { LoadFailed } from '../../courses/load-failed.tsx'
import { useParams } from '../../router/use-place.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Scene } from '../../ui/scene.tsx'
import '../messages.css'
import './inbox.css'
import { useInbox } from './inbox-query.ts'
import { Queue } from './queue.tsx'
import type { ReplyTo } from './reply-to.ts'
import { Side } from './side.tsx'
import { Thread } from './thread.tsx'
import { useIsElsewhere } from './use-is-elsewhere.ts'

/** A mentor's first screen: who waits, one conversation, and how that learner is doing. On a phone one after the other. */
export function InboxScreen() {
  const t = useTranslations('inbox')
  const { learnerUid } = useParams()
  const inbox = useInbox()
  if (inbox.isPending) return <LoadingScreen />
  if (!inbox.data) return <LoadFailed error={inbox.error} text={t('error')} onRetry={inbox.refetch} />
  const row = inbox.data.find(({ uid }) => uid === learnerUid)
  return (
    <main className={`inbox ${learnerUid ? 'show-thread' : 'show-queue'}`}>
      <Queue rows={inbox.data} current={learnerUid} />
      {learnerUid ? (
        <Open key={learnerUid} learnerUid={learnerUid} row={row} inbox={inbox} />
      ) : (
        <section className="pane nobody">
          <div className="stack center welcome">
            <Scene tone="light" at={1} />
            <p>{t('choose')}</p>
          </div>
        </section>
      )}
    </main>
  )
}

type OpenProps = { learnerUid: string; row: InboxRow | undefined; inbox: ReturnType<typeof useInbox> }

/** The two panes of one learner: what is pressed beside an answer is written in the conversation. */
function Open({ learnerUid, row, inbox }: OpenProps) {
  const name = useLast(row?.name) ?? ''
  const isElsewhere = useIsElsewhere({ learnerUid, row }, inbox)
  const [replyTo, setReplyTo] = useState<ReplyTo>()
  const [isSideShown, setIsSideShown] = useState(false)
  const panes = useRef<HTMLDivElement>(null)
  /** The other pane comes into sight, and the focus goes along. */
  function turn(isShown: boolean, focus: string, answer = replyTo) {
    flushSync(() => {
      setIsSideShown(isShown)
      setReplyTo(answer)
    })
    panes.current?.querySelector<HTMLElement>(focus)?.focus()
  }
  return (
    <div ref={panes} className={isSideShown && !isElsewhere ? 'opened show-side' : 'opened'}>
      <Thread
        learnerUid={learnerUid}
        name={name}
        row={row}
        isElsewhere={isElsewhere}
        replyTo={replyTo}
        onReplied={() => setReplyTo(undefined)}
        onSide={() => turn(true, '.side h1')}
      />
      {!isElsewhere && (
        <Side
          learnerUid={learnerUid}
          onClose={() => turn(false, '.thread h1')}
          onReply={answer => turn(false, '.composer textarea', answer)}
        />
      )}
    </div>
  )
}

/** What was known last stays. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
