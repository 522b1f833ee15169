import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { MentorInfo } from '../../contract/messages.ts'
import { isolated } from '../i18n/isolated.ts'
import type { AskedPage } from '../outbox/items/message-item.ts'
import { currentLocation, pendingLocation, updateEntry } from '../router/router.ts'
import { useLocation } from '../router/use-location.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useUid, useUser } from '../user/user.ts'
import { Composer, type ComposerHandle } from './composer/composer.tsx'
import { conversation } from './conversation/conversation.ts'
import { type LoadedConversation, loadOlder, useConversation } from './conversation/conversation-query.ts'
import './messages.css'
import { Illustration } from '../ui/illustration.tsx'
import { enqueueMessage } from './composer/enqueue-message.ts'
import { useUnsentActs } from './composer/use-unsent-acts.ts'
import { useWaiting } from './conversation/use-waiting.ts'
import { MessageList } from './list/message-list.tsx'
import { useMessenger } from './messenger.ts'
import { NoMentor } from './no-mentor.tsx'
import { PaneHead } from './pane-head.tsx'
import { LazyPush } from './push/lazy-push.tsx'

declare module '../router/path.ts' {
  interface HistoryState {
    /** The page that the learner wants to ask about. */
    about?: AskedPage | undefined
  }
}

/** A learner's conversation with their mentor. */
export function MessagesScreen() {
  const t = useTranslations('messages')
  const user = useUser()
  const loaded = useConversation(undefined)
  const { responder: current } = useMessenger()
  if (loaded.error) return <LoadFailed error={loaded.error} text={t('loadError')} onRetry={loaded.refetch} />
  if (user.isPending || loaded.isPending) return <LoadingScreen />
  const { responderId = null, responderName = null } = user.data?.user ?? {}
  const known = responderId === null ? null : { id: responderId, name: responderName ?? '', isAway: false }
  const mentor = current === undefined ? known : current
  return mentor === null ? <NoMentor /> : <Chat mentor={mentor} loaded={loaded.data} isSaved={loaded.isSaved} />
}

type ChatProps = { mentor: MentorInfo; loaded: LoadedConversation; isSaved: boolean }

function Chat({ mentor, loaded, isSaved }: ChatProps) {
  const t = useTranslations('messages')
  const uid = useUid()
  const to = String(mentor.id)
  const { unseen, seenUpTo } = useMessenger()
  const waiting = useWaiting(uid, to)
  const { about, dropAbout } = useAbout()
  const shown = useMemo(
    () => conversation(loaded.messages, waiting ?? [], { isMine: message => message.from === uid, seenUpTo }),
    [loaded.messages, waiting, uid, seenUpTo],
  )
  const newest = loaded.messages.findLast(message => message.to === uid)?.sentAt
  const composer = useRef<ComposerHandle>(null)
  const acts = useUnsentActs({ uid, to, composer, hasBox: true })
  return (
    <main className="chat">
      <PaneHead name={mentor.name} note={noteOn(mentor, t)} />
      <MessageList
        heading={mentor.name}
        shown={shown}
        handOvers={loaded.handOvers}
        hasOlder={loaded.hasOlder}
        isSaved={isSaved}
        newestUnseen={unseen > 0 ? newest : undefined}
        from={to}
        onOlder={() => loadOlder(uid, undefined)}
        acts={acts}
      >
        {waiting && <Welcome name={mentor.name} />}
      </MessageList>
      {shown.some(({ isMine }) => isMine) && <LazyPush chunk="offer" />}
      <Composer
        ref={composer}
        key={to}
        uid={uid}
        to={to}
        about={about}
        onDropAbout={dropAbout}
        onSend={outgoing => enqueueMessage(uid, to, outgoing)}
      />
    </main>
  )
}

function noteOn(
  { isAway, coveredBy, repliesWithinDay }: MentorInfo,
  t: ReturnType<typeof useTranslations<'messages'>>,
): string {
  if (!isAway) return repliesWithinDay ? t('usually') : ''
  return coveredBy ? t('covered', { name: isolated(coveredBy) }) : t('away')
}

/**
 * The page to ask about is in the browser's history: it survives a reload, and is removed when its message is stored.
 */
function useAbout() {
  const { about } = useLocation().state
  return {
    about,
    dropAbout(which: AskedPage) {
      // A message may be stored after its author has left this screen.
      if (currentLocation()?.state.about === which && !pendingLocation()) updateEntry({ state: {} })
    },
  }
}

/** Shown before the first message. */
function Welcome({ name }: { name: string }) {
  const t = useTranslations('messages')
  return (
    <div className="stack center welcome">
      <Illustration tone="light" at={0} />
      <h2>{t('welcome', { name: isolated(name) })}</h2>
      <p>{t('welcomeText')}</p>
    </div>
  )
}
