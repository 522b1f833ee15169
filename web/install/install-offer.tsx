import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { storedAppName } from '../app-name/stored-app-name.ts'
import { useSizeInWords } from '../media/size-in-words.ts'
import { IosSheet } from './ios-sheet.tsx'
import { isOfferPaused, pauseOffer } from './offer-pause.ts'
import { wayToInstall } from './platform.ts'
import './install.css'

/** The offer names this size. A phone stores less than this for the app. */
const SIZE_BYTES = 1_000_000

/** Offers to put the app on the phone's screen, or says how that is done. */
export function InstallOffer() {
  const t = useTranslations('install')
  const sizeInWords = useSizeInWords()
  const [way] = useState(wayToInstall)
  const [isOver, setIsOver] = useState(isOfferPaused)
  const [isShown, setIsShown] = useState(false)
  const appName = storedAppName()
  const icon = appName ? `/icons/${appName.id}.svg` : '/icon.svg'
  if (isOver || !way) return null
  const close = () => {
    pauseOffer()
    setIsOver(true)
  }
  return (
    <section className="card stack tight install-offer" aria-labelledby="install-offer">
      <div className="row">
        <img src={icon} width="48" height="48" alt="" />
        <div className="grow">
          <h2 id="install-offer">{t('title')}</h2>
          <p className="meta">{lead()}</p>
        </div>
      </div>
      <div className="row">
        {(way === 'prompt' || way === 'safari') && (
          <button
            className="btn second small grow"
            type="button"
            aria-haspopup={way === 'safari' ? 'dialog' : undefined}
            onClick={way === 'safari' ? () => setIsShown(true) : install}
          >
            {t('do')}
          </button>
        )}
        <button className="btn quiet small" type="button" onClick={close}>
          {t('notNow')}
        </button>
      </div>
      {isShown && <IosSheet onClose={() => setIsShown(false)} onDone={close} />}
    </section>
  )

  function lead(): string {
    if (way === 'menu') return t('menu')
    if (way === 'inside-app') return t('insideApp')
    if (way === 'not-safari') return t('notSafari')
    return t('lead', { size: sizeInWords(SIZE_BYTES) })
  }

  /** The browser allows one question for each of its offers. A no counts as "not now". */
  function install(): void {
    void window.sbsInstall?.prompt().catch(() => {})
    window.sbsInstall = undefined
    close()
  }
}
