import { ApiError } from '../../contract/calls/api-error.ts'
import { getLessonFile } from '../../contract/lesson-files/lesson-file.ts'
import { call } from '../api.ts'
import { changeRow, type Download, deleteDownloads, downloadsOf } from './downloads.ts'

/** What the server signed about a lesson. With it, this phone hands the lesson on without a network. */
export async function fetchManifest({ uid, lessonId }: Pick<Download, 'uid' | 'lessonId'>): Promise<string> {
  const { manifest } = (await call(getLessonFile, { params: { lessonId } })).data
  await changeRow({ uid, lessonId }, ({ isGiven: _, ...row }) => ({
    ...row,
    signed: { manifest, ...(row.version === undefined ? {} : { version: row.version }) },
  }))
  return manifest
}

/**
 * For lessons that have none, or that of an earlier version. A lesson that came as a file stays only if the server says
 * that this person may see it.
 */
export async function fetchMissingManifests(uid: string): Promise<void> {
  for (const row of await downloadsOf(uid)) {
    const isSigned = row.signed !== undefined && row.signed.version === row.version
    if (row.state !== 'ready' || (isSigned && !row.isGiven)) continue
    try {
      await fetchManifest(row)
    } catch (reason) {
      const isOfOthers = reason instanceof ApiError && reason.status === 404
      if (isOfOthers && row.isGiven) await deleteDownloads(uid, [row.lessonId])
      else if (!isOfOthers) throw reason
    }
  }
}
