import type { Course } from '../../contract/courses.ts'
import { savedLessons } from '../offline/phone-data.ts'
import { isFromBefore } from '../offline/saved-queries.ts'
import { queryClient } from '../query-client.ts'
import { currentSession } from '../session.ts'
import { knownSettings } from '../settings/settings.ts'
import type { UserWithProgress } from '../user/load-user.ts'
import { startDownloading } from './downloader.ts'
import { changeRow, type Download, deleteRemoved, downloadsOf, moveDownloads } from './downloads.ts'
import { storedFiles } from './media-store.ts'
import { fetchMissingManifests } from './signed-manifest.ts'

/**
 * At each visit: ends what was removed, downloads what waits, and looks whether what is kept is still whole and new.
 * Called again, it only looks again.
 */
export async function continueDownloads(): Promise<void> {
  if (knownSettings().offlineOff) return
  await navigator.locks?.request('sbs.downloads-visit', { ifAvailable: true }, lock => lock && clean())
  startDownloading()
  watchServer()
  const uid = currentSession()?.uid
  // Without a network they wait for the next visit.
  if (uid) await fetchMissingManifests(uid).catch(() => {})
}

async function clean(): Promise<void> {
  await deleteRemoved()
  await downloadMissing()
}

/**
 * A browser short of room deletes everything of a site at once; some people delete only a part. The texts of a person go
 * when the server ends their session, and their media stay for their return.
 */
async function downloadMissing(): Promise<void> {
  const uid = currentSession()?.uid
  if (!uid) return
  const files = new Set(await storedFiles())
  const texts = new Set(await savedLessons(uid))
  const isWhole = ({ lessonId, media }: Download) => texts.has(lessonId) && media.every(name => files.has(name))
  const broken = (await downloadsOf(uid)).filter(row => row.state === 'ready' && !isWhole(row))
  for (const row of broken) await changeRow(row, ({ readyAt: _, ...row }) => ({ ...row, state: 'waiting' }))
}

let isWatching = false

function watchServer(): void {
  if (isWatching) return
  isWatching = true
  const cache = queryClient.getQueryCache()
  cache.subscribe(({ type, query }) => type === 'updated' && heard(query.queryKey, query.state.data))
  for (const { queryKey, state } of cache.getAll()) heard(queryKey, state.data)
}

function heard(queryKey: readonly unknown[], data: unknown): void {
  const [kind, uid] = queryKey
  if (data === undefined || uid !== currentSession()?.uid || isFromBefore(queryKey)) return
  if (kind === 'courses') void downloadNews(uid as string, data as Course[]).catch(() => {})
  if (kind === 'user') void adopt(data as UserWithProgress).catch(() => {})
}

/** Fetches the lessons that changed at the server since they were kept. */
export async function downloadNews(uid: string, courses: readonly Course[]): Promise<void> {
  const versions = new Map(courses.flatMap(({ lessons }) => lessons.map(({ id, version }) => [id, version])))
  for (const row of await downloadsOf(uid)) {
    const version = versions.get(row.lessonId)
    if (version === undefined || version === row.version) continue
    await changeRow(row, ({ next: _, ...row }) => ({
      ...row,
      version,
      state: row.state === 'ready' ? 'waiting' : row.state,
    }))
  }
}

async function adopt({ user }: UserWithProgress): Promise<void> {
  if (user.formerUids.length > 0) await moveDownloads(user.formerUids, user.uid)
}
