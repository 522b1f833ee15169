import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import { type DiskSpace, RECORDINGS_STOP_BYTES, sizeOf, uploadsStopAt } from '../../media/storage/disk-space.ts'

type Room = SettingsPage['room']
type Place = Pick<Config, 'dataDir' | 'mediaDir' | 'recordingsDir' | 'storage'>

const COUNTED_EVERY_MS = 5 * MINUTE
const MONTH_MS = 30 * DAY

/** How full the disk is, and of what. Counting all files takes a while, so it is done every few minutes. */
export function openDiskUse(
  config: Place,
  diskSpaceOf: (folder: string) => Promise<DiskSpace>,
): (now: number) => Promise<Room> {
  let known: { at: number; files: ReturnType<typeof filesOf> } | undefined
  return async now => {
    if (!known || now - known.at > COUNTED_EVERY_MS) known = { at: now, files: filesOf(config, now - MONTH_MS) }
    const [{ totalBytes, freeBytes }, files] = await Promise.all([diskSpaceOf(config.dataDir), known.files])
    const counted = (files?.media ?? 0) + (files?.recordings ?? 0)
    return {
      totalBytes,
      freeBytes,
      mediaBytes: files?.media ?? null,
      recordingBytes: files?.recordings ?? null,
      restBytes: Math.max(0, totalBytes - freeBytes - counted),
      monthBytes: files?.month ?? null,
      uploadsStopBytes: uploadsStopAt(totalBytes),
      recordingsStopBytes: RECORDINGS_STOP_BYTES,
    }
  }
}

async function filesOf({ storage, mediaDir, recordingsDir }: Place, since: number) {
  if (storage === 's3') return undefined
  const [media, recordings] = [await sizeOf(mediaDir, since), await sizeOf(recordingsDir, since)]
  return { media: media.bytes, recordings: recordings.bytes, month: media.newBytes + recordings.newBytes }
}
