import { ApiError } from '../../contract/calls/api-error.ts'
import { getLessonFile } from '../../contract/lesson-files/lesson-file.ts'
import { call } from '../api.ts'
import { currentSession } from '../session.ts'
import { deleteDownloads } from './rows/removal.ts'
import { changeRow, type Download, downloadsOf } from './rows/rows.ts'

/** Fetches what the server signed about a lesson. With it, this phone hands the lesson on without a network. */
export async function fetchManifest({ uid, lessonId }: Pick<Download, 'uid' | 'lessonId'>): Promise<string> {
  const { manifest } = (await call(getLessonFile, { params: { lessonId } })).data
  if (currentSession()?.uid !== uid) return manifest
  await changeRow({ uid, lessonId }, ({ isGiven: _, ...row }) => ({
    ...row,
    signed: { manifest, ...(row.version === undefined ? {} : { version: row.version }) },
  }))
  return manifest
}

/**
 * Fetches manifests for lessons that have none, or an outdated one. A lesson that came as a file stays only if the
 * server says that this person may see it.
 */
export async function fetchMissingManifests(uid: string): Promise<void> {
  // Somebody else may have signed in meanwhile, and the server would answer for them.
  const isHere = () => currentSession()?.uid === uid
  for (const row of await downloadsOf(uid)) {
    if (!isHere()) return
    const isSigned = row.signed !== undefined && row.signed.version === row.version
    if (row.state !== 'ready' || (isSigned && !row.isGiven)) continue
    try {
      await fetchManifest(row)
    } catch (reason) {
      const isOfOthers = reason instanceof ApiError && reason.status === 404
      if (isOfOthers && row.isGiven && isHere()) await deleteDownloads(uid, [row.lessonId])
      else if (!isOfOthers) throw reason
    }
  }
}
