import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Recorded } from '../../../../contract/media.ts'
import { formerUidsOf } from '../../../account/closed-accounts.ts'
import type { Db } from '../../../database/tables.ts'

const CLAIMED = /^([A-Za-z0-9_-]{1,128})-([a-z0-9-]{1,64})-([1-9]\d{0,3})-(20\d{10})\.mp3$/
const PARTS = /^-([a-z0-9-]{1,64})-([1-9]\d{0,3})-(20\d{10})\.mp3$/

/**
 * Parses a file name. It must name this person, or an account that was merged into theirs: the recording may have
 * waited in a browser meanwhile.
 */
export async function claimedName(db: Db, uid: string, filename: string): Promise<Recorded> {
  if (typeof filename !== 'string' || !CLAIMED.test(filename))
    throw new ApiError('bad-request', { message: `file: ${FORM}` })
  const owned = [uid, ...(filename.startsWith(`${uid}-`) ? [] : await formerUidsOf(db, uid))]
  const owner = owned.find(one => filename.startsWith(`${one}-`))
  if (owner === undefined) throw new ApiError('forbidden')
  const [, lessonId, pageNumber, minute] = PARTS.exec(filename.slice(owner.length)) ?? []
  if (!lessonId || !minute) throw new ApiError('bad-request', { message: `file: ${FORM}` })
  return { uid, lessonId, pageNumber: Number(pageNumber), recordedAt: timeOf(minute) }
}

const FORM = 'its name must be {uid}-{lessonId}-{pageNumber}-{YYYYMMDDHHmm}.mp3'

/** Rejects a date that does not exist. */
function timeOf(minute: string): number {
  const iso = minute.replace(/^(....)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:00.000Z')
  const time = Date.parse(iso)
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso) throw new ApiError('bad-request')
  return time
}
