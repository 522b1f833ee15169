import { type ComponentType, useEffect, useState } from 'react'
import { wantTexts } from '../i18n/texts.ts'
import { lazy } from '../ui/lazy.ts'

const chunks = {
  offer: lazy(async () => {
    const [{ InstallOffer }] = await Promise.all([import('./install-offer.tsx'), wantTexts('install')])
    return InstallOffer
  }),
  safariNote: lazy(async () => {
    const [{ SafariNote }] = await Promise.all([import('./safari-note.tsx'), wantTexts('install')])
    return SafariNote
  }),
}

/** Shows a part of this folder as soon as it is loaded. If it cannot be loaded, nothing is shown. */
export function LazyInstall({ chunk }: { chunk: keyof typeof chunks }) {
  const [Chunk, setChunk] = useState<ComponentType>()
  useEffect(() => {
    chunks[chunk].load().then(
      loaded => setChunk(() => loaded),
      () => {},
    )
  }, [chunk])
  return Chunk && <Chunk />
}
