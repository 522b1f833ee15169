import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUid } from '../user/user.ts'
import { downloadProgress, onDownloadProgress } from './progress.ts'
import { type Download, downloadsOf, onDownloadsChange } from './rows/rows.ts'

/** Undefined until they are read; null where the browser stores nothing. A later failure changes nothing. */
export function useDownloads(): Download[] | null | undefined {
  const uid = useUid()
  const [rows, setRows] = useState<Download[] | null>()
  useEffect(() => {
    let isLeft = false
    // Drops the rows of the person before.
    setRows(undefined)
    const read = () =>
      void downloadsOf(uid).then(
        found => isLeft || setRows(found),
        () => isLeft || setRows(known => known ?? null),
      )
    read()
    const stop = onDownloadsChange(read)
    return () => {
      isLeft = true
      stop()
    }
  }, [uid])
  return rows
}

export function useDownloadProgress() {
  return useSyncExternalStore(onDownloadProgress, downloadProgress)
}
