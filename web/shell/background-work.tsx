import { type ComponentType, useEffect } from 'react'
import { SHARE_TARGET, SHARED_CACHE } from '../../contract/lesson-files/share-target.ts'
import { showAppName } from '../app-name/app-name.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { wantTexts } from '../i18n/texts.ts'
import { hasDownloads } from '../media/has-downloads.ts'
import { LiveMessages } from '../messages/live/live-messages.tsx'
import { LazyLists } from '../messages/outbox-lists/lazy-lists.tsx'
import { readPush } from '../messages/push/stored-push.ts'
import { askToSaveScreens, registerWorker } from '../offline/register-worker.ts'
import { saveQueries } from '../offline/saved-queries.ts'
import type { PageLogContent } from '../outbox/items/page-log-item.ts'
import { otherTabs } from '../outbox/outbox.ts'
import { retryAtEachVisit } from '../outbox/retry-refused.ts'
import { onRecordingSaved } from '../outbox/senders/saved-recordings.ts'
import type { OutboxItem } from '../outbox/store.ts'
import { navigate } from '../router/router.ts'
import { useLocation } from '../router/use-location.ts'
import { isSharedPhone } from '../session.ts'
import { type Lazy, lazy } from '../ui/lazy.ts'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import type { KnownUser } from '../user/load-user.ts'
import { showPageDone, useUser } from '../user/user.ts'

/** Runs behind every screen, and is loaded after it. */
export function BackgroundWork() {
  // A recording gets its file name only after its upload, while the learner may be on any screen.
  useEffect(() => onRecordingSaved(showPageDone), [])
  useEffect(() => onPageElsewhere(showPageDone), [])
  useEffect(() => retryAtEachVisit(), [])
  useEffect(() => saveQueries(), [])
  // Lessons that wait to be kept on this phone. Without a network they wait for the next visit.
  useEffect(() => void (hasDownloads() && continueDownloads().catch(() => {})), [])
  // A browser without room, or in a private window, has no worker. The app works there as long as there is a network.
  const { language } = useLanguage()
  useEffect(() => void registerWorker(language).catch(() => {}), [language])
  useEffect(() => showAppName(language), [language])
  // A person who turns a page will probably come back: saves messages and the profile for a visit without a network.
  const { params, pathname } = useLocation()
  const hasTurned = params.pageId !== undefined && pathname !== firstPathname()
  useEffect(() => void (hasTurned && askToSaveScreens().catch(() => {})), [hasTurned])
  const user = useUser().data?.user
  useEffect(() => {
    if (user && isSharedPhone()) void watchPhone(user).catch(() => {})
  }, [user])
  useEffect(() => void openSharedFile().catch(() => {}), [])
  // Without a network, the next visit renews the notifications.
  useEffect(() => void (readPush() && renewPush().catch(() => {})), [])
  return (
    <>
      <LiveMessages />
      <LazyLists />
      {(user?.letIn || user?.isInvitationOver) && <Soon chunk={notices} user={user} />}
      {matchMedia('(any-pointer: fine)').matches && <Soon chunk={skipLink} />}
    </>
  )
}

const notices = lazy(async () => {
  await wantTexts('ways')
  return (await import('./account-notices.tsx')).AccountNotices
})
const skipLink = lazy(async () => (await import('./skip-link.tsx')).SkipLink)

function Soon<Props extends object>({ chunk, ...props }: { chunk: Lazy<ComponentType<Props>> } & Props) {
  const Part = useLazyAfter(chunk as Lazy<ComponentType<object>>, 0)
  return Part && <Part {...props} />
}

/** The path of the URL with which this visit began. */
function firstPathname(): string | undefined {
  const [visit] = performance.getEntriesByType('navigation')
  return visit && new URL(visit.name).pathname
}

async function continueDownloads(): Promise<void> {
  const { continueDownloads } = await import('../downloads/continue-downloads.ts')
  await continueDownloads()
}

/** Opens a file that the phone's share sheet gave to the app while nobody was signed in. */
async function openSharedFile(): Promise<void> {
  const isOpening = location.pathname === SHARE_TARGET
  if (!isOpening && (await globalThis.caches?.has(SHARED_CACHE))) navigate({ to: SHARE_TARGET })
}

async function renewPush(): Promise<void> {
  const { renewPush } = await import('../messages/push/renew-push.ts')
  await renewPush()
}

async function watchPhone(user: KnownUser): Promise<void> {
  const { watchPhone } = await import('../shared-phone/watch-phone.ts')
  await watchPhone(user)
}

/** Calls the listener with each page that is finished in another tab. */
function onPageElsewhere(listener: (page: PageLogContent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<OutboxItem | string>) => {
    if (typeof data === 'object' && data.kind === 'page-log') listener(data.content)
  }
  otherTabs?.addEventListener('message', onMessage)
  return () => otherTabs?.removeEventListener('message', onMessage)
}
