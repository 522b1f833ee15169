import { useEffect, useState } from 'react'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { type ShownDraft, showDraft } from '../../../../contract/organisation/on-phone/phone-links.ts'
import { call } from '../../../api.ts'
import type { ShownMedia } from '../../../editor/draft/draft-media.ts'
import { openSharedMedia } from './shared-media.ts'

const POLL_MS = 3000

type Shared = { shown: ShownDraft | undefined; isOver: boolean; isOffline: boolean }

/** The draft of the link in the URL, kept up to date. Nothing of it is stored. */
export function useSharedDraft(): Shared & { media: ShownMedia | undefined } {
  const [token] = useState(() => location.hash.slice(1).split('/')[0] ?? '')
  const [shared, setShared] = useState<Shared>({ shown: undefined, isOver: false, isOffline: false })
  const [media] = useState(() => openSharedMedia(token))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let since: number | null = null
    let isLeft = false
    async function look() {
      try {
        const { draft } = (await call(showDraft, { body: { token, since } })).data
        if (isLeft) return
        since = draft?.revision ?? since
        if (draft) media.show(draft)
        setShared(before => ({ shown: draft ?? before.shown, isOver: false, isOffline: false }))
      } catch (failure) {
        if (isLeft) return
        const isOver = failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
        setShared(before => ({ shown: isOver ? undefined : before.shown, isOver, isOffline: !isOver }))
        if (isOver) return
      }
      timer = setTimeout(look, POLL_MS)
    }
    void look()
    return () => {
      isLeft = true
      clearTimeout(timer)
      media.close()
    }
  }, [token, media])

  return { ...shared, media: shared.shown && media }
}
