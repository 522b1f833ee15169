import { useState } from 'react'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useUid } from '../../user/user.ts'
import { type PushState, usePushState, useShowsText } from './push-state.ts'
import { stopPush } from './stop-push.ts'
import { readPush, storePush } from './stored-push.ts'
import { subscribeBrowser } from './subscribe-browser.ts'

type Push = {
  state: PushState
  showsText: boolean
  isBusy: boolean
  hasFailed: boolean
  /** Asks for permission. Browsers allow that only after a press. */
  turnOn(): void
  turnOff(): void
  showText(shows: boolean): void
}

/** Notifications in this browser, and their actions. */
export function usePush(): Push {
  const uid = useUid()
  const { language } = useLanguage()
  const state = usePushState()
  const showsText = useShowsText()
  const [step, setStep] = useState<'busy' | 'failed'>()

  function attempt(work: () => Promise<void>): void {
    if (step === 'busy') return
    setStep('busy')
    work().then(
      () => setStep(undefined),
      () => setStep('failed'),
    )
  }

  return {
    state,
    showsText,
    isBusy: step === 'busy',
    hasFailed: step === 'failed',
    turnOn: () =>
      attempt(async () => {
        if (await isAllowed()) await subscribeBrowser({ uid, language, showsText: false })
      }),
    turnOff: () => attempt(() => stopPush().catch(ifOffline)),
    showText: shows => attempt(() => subscribeBrowser({ uid, language, showsText: shows })),
  }
}

async function isAllowed(): Promise<boolean> {
  const isAllowed = (await Notification.requestPermission()) === 'granted'
  // Stores the same data, so that components that show the state read it again.
  storePush(readPush())
  return isAllowed
}

/** Without a network the browser drops the subscription, and the push service tells the server so. */
function ifOffline(): void {}
