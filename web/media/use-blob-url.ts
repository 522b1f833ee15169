import { useEffect, useState } from 'react'

/** A player that is being removed may still read the file for this long. */
const READING_MS = 10_000

/** A URL for a file on this phone, valid while it is on the screen. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setTimeout(() => URL.revokeObjectURL(made), READING_MS)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
