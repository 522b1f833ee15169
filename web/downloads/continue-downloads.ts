import type { Course } from '../../contract/courses.ts'
import { savedLessons } from '../offline/phone-data.ts'
import { isFromEarlierVisit } from '../offline/saved-queries.ts'
import { queryClient } from '../queries/query-client.ts'
import { currentSession } from '../session.ts'
import { knownSettings } from '../settings/settings.ts'
import type { UserWithProgress } from '../user/load-user.ts'
import { bytesOf } from './download-status.ts'
import { startDownloading } from './downloader.ts'
import { storedFiles } from './files/media-store.ts'
import { moveDownloads, withOldPlan } from './rows/downloads.ts'
import { deleteRemoved } from './rows/removal.ts'
import { changeRow, type Download, downloadsOf } from './rows/rows.ts'
import { fetchMissingManifests } from './signed-manifest.ts'

/**
 * At each visit: deletes what was removed, downloads what waits, and checks that kept lessons are complete and up to
 * date. It may be called more than once.
 */
export async function continueDownloads(): Promise<void> {
  if (knownSettings().offlineOff) return
  await navigator.locks?.request('sbs.downloads-visit', { ifAvailable: true }, lock => lock && checkDownloads())
  startDownloading()
  watchServer()
  const uid = currentSession()?.uid
  // Without a network, the manifests wait for the next visit.
  if (uid) await fetchMissingManifests(uid).catch(() => {})
}

async function checkDownloads(): Promise<void> {
  await deleteRemoved()
  await queueMissing()
}

/**
 * Puts lessons with missing files back into the queue. A browser that is short of room deletes all files of a site, and
 * some people delete a part of them. When the server ends a session, the texts are deleted, and the media stay for the
 * person's return.
 */
async function queueMissing(): Promise<void> {
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
  queryClient.watch(({ queryKey, state }) => onServerData(queryKey, state.data))
  for (const { queryKey, state } of queryClient.queries()) onServerData(queryKey, state.data)
}

function onServerData(queryKey: readonly unknown[], data: unknown): void {
  const [kind, uid] = queryKey
  if (data === undefined || uid !== currentSession()?.uid || isFromEarlierVisit(queryKey)) return
  if (kind === 'courses') void queueChanged(uid as string, data as Course[]).catch(() => {})
  if (kind === 'user') void moveToThisAccount(data as UserWithProgress).catch(() => {})
}

/** Kept lessons that have changed at the server wait for their download again. */
export async function queueChanged(uid: string, courses: readonly Course[]): Promise<void> {
  const lessons = new Map(courses.flatMap(({ lessons }) => lessons.map(lesson => [lesson.id, lesson])))
  for (const row of await downloadsOf(uid)) {
    const lesson = lessons.get(row.lessonId)
    if (!lesson) continue
    const { version } = lesson
    const bytes = bytesOf([lesson], row.films) ?? row.bytes
    if (version !== undefined && version !== row.version)
      await changeRow(row, row => ({
        ...withOldPlan(row),
        version,
        bytes,
        state: row.state === 'ready' ? 'waiting' : row.state,
      }))
    else if (bytes !== row.bytes) await changeRow(row, row => ({ ...row, bytes }))
  }
}

async function moveToThisAccount({ user }: UserWithProgress): Promise<void> {
  if (user.formerUids.length > 0) await moveDownloads(user.formerUids, user.uid)
}
