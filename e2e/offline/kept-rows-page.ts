import type { Course } from '../../contract/courses.ts'
import type { LessonContent } from '../../contract/lesson-media.ts'
import { queueChanged } from '../../web/downloads/continue-downloads.ts'
import { startDownloading } from '../../web/downloads/downloader.ts'
import { mediaStore, storedNames } from '../../web/downloads/files/media-store.ts'
import { addDownloads, moveDownloads } from '../../web/downloads/rows/downloads.ts'
import { addGivenLesson, makeReady } from '../../web/downloads/rows/ready.ts'
import {
  cancelDownloads,
  deleteDownloads,
  deleteDownloadsOf,
  deleteRemoved,
  removeDownloads,
  undoRemoval,
} from '../../web/downloads/rows/removal.ts'
import { allDownloads, changeRow, downloadsOf } from '../../web/downloads/rows/rows.ts'
import { savedLessons } from '../../web/offline/phone-data.ts'
import { startSession } from '../../web/session.ts'

const PART = { from: 0, blob: new Blob(['a part']), total: 1000, etag: '"1"' }

function lesson(lessonId: string, film: string) {
  const pages = [{ id: 'a', avFilename: `${film}.mp3` }]
  return { lesson: { id: lessonId, courseId: 'first-aid', title: lessonId }, pages } as unknown as LessonContent
}

/** Noura keeps the lesson as the sheet offers it: 469 kB. */
async function want(uid: string, lessonId: string, film = 'film', version = '1'): Promise<void> {
  const [courseId, title, films] = ['first-aid', lessonId, 'small'] as const
  await addDownloads(uid, [{ courseId, lessonId, title, films, version, bytes: 469_000 }])
  const next = { content: lesson(lessonId, film), media: [`${film}.mp3`], films }
  await changeRow({ uid, lessonId }, row => ({ ...row, next }))
}

/** This phone has only a part of the film of this lesson. */
async function begin(uid: string, lessonId: string): Promise<void> {
  await want(uid, lessonId)
  await mediaStore.addPart('film.mp3', PART)
}

/** This phone has the whole lesson. */
async function keep(uid: string, lessonId: string, film = 'film'): Promise<void> {
  await want(uid, lessonId, film)
  await mediaStore.finish(`${film}.mp3`, new Blob(['a film']))
  for (const row of await downloadsOf(uid)) if (row.lessonId === lessonId) await makeReady(row)
}

/** The lesson came from another phone. Returns false if this phone did not store it. */
async function give(uid: string, lessonId: string, film: string): Promise<boolean> {
  const given = { content: lesson(lessonId, film), films: 'small', version: '2', manifest: 'signed' } as const
  const adding = addGivenLesson(uid, given, [{ name: `${film}.mp3`, blob: new Blob(['a film']) }])
  return adding.then(
    () => true,
    () => false,
  )
}

/** The server lists the lesson with this version. */
function list(uid: string, lessonId: string, version: string): Promise<void> {
  const bytes = { usual: 500_000, saving: 480_000, sound: 100_000 }
  return queueChanged(uid, [{ lessons: [{ id: lessonId, version, bytes }] }] as unknown as Course[])
}

function comes(uid: string): void {
  startSession({ uid, idToken: '', refreshToken: '', expiresAt: Date.now() + 3_600_000 })
}

const here = async () => ({ rows: await allDownloads(), files: await storedNames() })

const phone = {
  ...{ want, begin, keep, give, list, comes, here, startDownloading, savedLessons },
  ...{
    cancelDownloads,
    deleteDownloads,
    deleteDownloadsOf,
    deleteRemoved,
    downloadsOf,
    moveDownloads,
    removeDownloads,
    undoRemoval,
  },
}

declare global {
  interface Window {
    phone: typeof phone
  }
}

window.phone = phone
