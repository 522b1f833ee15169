import { useEffect, useState } from 'react'
import type { AuthorFile } from '../draft/on-device/draft-store.ts'
import { authorFile, type ChosenPicture, type Crop, makeSmall, type PictureUse } from './prepare-picture.ts'

/** A chosen file, and what was made of it. */
export type MadePicture = { file: File; made: AuthorFile }

/** The picture of the chosen part. It is made again when the author stops changing it. */
export function useMade(chosen: ChosenPicture | undefined, crop: Crop, use: PictureUse): MadePicture | undefined {
  const [made, setMade] = useState<MadePicture>()
  useEffect(() => {
    if (!chosen || chosen.is === 'unreadable') return
    const { file } = chosen
    // The server has this drawing already.
    if (chosen.is === 'drawing' && chosen.sent) return setMade({ file, made: chosen.sent })
    let isLeft = false
    setMade(undefined)
    const timer = setTimeout(async () => {
      const blob = chosen.is === 'photo' ? await makeSmall(file, chosen.bitmap, crop, use) : withType(file)
      const next = await authorFile(use, blob, file.size)
      if (!isLeft) setMade({ file, made: next })
    }, MAKE_AFTER_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [chosen, crop, use])
  return made
}

const MAKE_AFTER_MS = 150

/** A drawing with its type, which some systems do not know. */
export function withType(file: File): Blob {
  return new Blob([file], { type: 'image/svg+xml' })
}
