import { useEffect, useState } from 'react'

/** A player that goes may still be reading. */
const READING_MS = 10_000

/** Where a player finds what is on this phone, as long as it is on the screen. */
export function useBlobAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      setTimeout(() => URL.revokeObjectURL(made), READING_MS)
    }
  }, [blob])
  return address
}
