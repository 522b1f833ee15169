import { type ComponentType, useEffect, useState } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { knownSettings } from '../../settings/settings.ts'
import { lazy } from '../../ui/lazy.ts'

const pieces = {
  offer: lazy(async () => {
    const [{ PushOffer }] = await Promise.all([import('./push-offer.tsx'), wantTexts('push')])
    return PushOffer
  }),
  switch: lazy(async () => {
    const [{ PushSwitch }] = await Promise.all([import('./push-switch.tsx'), wantTexts('push')])
    return PushSwitch
  }),
}

/** What there is about notifications, as soon as it is here. Without it, as without a network, nothing is missing. */
export function LazyPush({ piece }: { piece: keyof typeof pieces }) {
  const [Piece, setPiece] = useState<ComponentType>()
  useEffect(() => {
    if (knownSettings().messengerEnabled) pieces[piece].load().then(loaded => setPiece(() => loaded), stayAway)
  }, [piece])
  return Piece && <Piece />
}

function stayAway(): void {}
