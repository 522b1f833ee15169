import { type ComponentType, useEffect, useState } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { knownSettings } from '../../settings/settings.ts'
import { lazy } from '../../ui/lazy.ts'

const chunks = {
  offer: lazy(async () => {
    const [{ PushOffer }] = await Promise.all([import('./push-offer.tsx'), wantTexts('push')])
    return PushOffer
  }),
  switch: lazy(async () => {
    const [{ PushSwitch }] = await Promise.all([import('./push-switch.tsx'), wantTexts('push')])
    return PushSwitch
  }),
}

/** A part of the notifications, as soon as it is loaded. If it cannot be loaded, nothing is shown. */
export function LazyPush({ chunk }: { chunk: keyof typeof chunks }) {
  const [Chunk, setChunk] = useState<ComponentType>()
  useEffect(() => {
    if (knownSettings().messengerEnabled) chunks[chunk].load().then(loaded => setChunk(() => loaded), stayAway)
  }, [chunk])
  return Chunk && <Chunk />
}

function stayAway(): void {}
