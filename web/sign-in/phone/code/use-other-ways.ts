import { useEffect, useRef, useState } from 'react'
import { CODE_LIFETIME_MS } from '../../../../contract/account.ts'
import type { OtherSender } from '../../../../contract/sign-in/other-ways.ts'
import { readStored } from '../../../browser/stored.ts'
import { wantTexts } from '../../../i18n/texts.ts'
import { loadSettings } from '../../../settings/settings.ts'
import { lazy } from '../../../ui/lazy.ts'
import { useLazyAfter } from '../../../ui/use-lazy-after.ts'
import { fullPhone } from '../phone-entry.ts'
import type { PhoneLogin } from '../phone-login.ts'
import { deleteWaitingCode, expiryOfCodeSentNow, updateWaitingCode } from './waiting-code.ts'

const AFTER_MS = 60_000

export const otherWays = lazy(async () => {
  const { otherWays: ways = [] } = await loadSettings()
  if (ways.length === 0) return undefined
  const [{ OtherWays, OtherWaysOffer }] = await Promise.all([
    import('../../other-ways/other-ways.tsx'),
    wantTexts('ways'),
  ])
  return { OtherWays, OtherWaysOffer, ways }
})

/** The other ways to sign in. Nothing of them is loaded before the SMS has had a minute to arrive. */
export function useOtherWays(login: PhoneLogin) {
  const { isNew, step, verificationId } = login
  const [isAsked, setIsAsked] = useState(hasOpenRequest)
  const [sent, setSent] = useState<OtherSender>()
  // No SMS was sent, so there is no code to enter.
  const isNeeded = login.smsFailed && !sent
  const isOpen = isAsked || isNeeded
  const [waitMs] = useState(() => (isOpen ? 0 : waitFor(login)))
  const found = useLazyAfter(otherWays, waitMs)
  // A new number has no mentor and no e-mail address yet.
  const ways = found?.ways.filter(way => !isNew || way === 'whatsapp') ?? []
  const offer = step === 'code' && ways.length > 0 ? found : undefined
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById('code')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    offer,
    open: isOpen ? offer : undefined,
    isAwaited: isNeeded && !offer,
    offerProps: { sent, onOpen: () => setIsAsked(true) },
    props: {
      phone: fullPhone(login),
      verificationId,
      ways,
      smsFailed: isNeeded,
      onBack: () => setIsAsked(false),
      onSent(by: OtherSender) {
        updateWaitingCode({ codeExpiresAt: expiryOfCodeSentNow(), smsFailed: false })
        setSent(by)
        setIsAsked(false)
      },
      // A reload leads back to this step as long as the request is open.
      onRequested: (expiresAt: number) => updateWaitingCode({ codeExpiresAt: expiresAt }),
      onEntered: deleteWaitingCode,
    },
  }
}

function waitFor({ codeExpiresAt }: PhoneLogin): number {
  return Math.max(0, codeExpiresAt - CODE_LIFETIME_MS + AFTER_MS - Date.now())
}

/** Reads the key of open-request.ts, which is not loaded yet. */
function hasOpenRequest(): boolean {
  return readStored('sbs.approval', 'sessionStorage') !== null
}
