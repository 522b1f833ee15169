import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { LazyInstall } from '../install/lazy-install.tsx'
import { needsHomeScreen } from '../install/platform.ts'
import { newerBuild } from '../outbox/newer-build.ts'
import { Icon } from '../ui/icon.tsx'
import { isOffline, onConnectionChange } from './connection.ts'
import './offline-notes.css'

/** Says what works without a network, and that a new version is here. In a conversation the line is short. */
export function OfflineNotes({ inConversation }: { inConversation: boolean }) {
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  const isNew = useSyncExternalStore(newerBuild.watch, newerBuild.get)
  return (
    <>
      {needsHomeScreen() && !inConversation && <LazyInstall chunk="safariNote" />}
      <div role="status">{isAlone && <OfflineBar isShort={inConversation} />}</div>
      {isNew && !inConversation && <NewVersion />}
    </>
  )
}

function OfflineBar({ isShort }: { isShort: boolean }) {
  const t = useTranslations('alone')
  return (
    <div className="offline-bar">
      <Icon name="offline" />
      <p>
        <b>{t('title')}</b>
        {!isShort && t('works')}
      </p>
    </div>
  )
}

/**
 * Everything that a person writes is on this phone before it is sent, so loading the page again loses nothing. *Later*
 * hides the note until the next visit, which begins with the new build anyway.
 */
function NewVersion() {
  const t = useTranslations('alone')
  return (
    <div className="snack tall" role="status">
      <Icon name="retry" />
      <p>
        <b>{t('newTitle')}</b>
        <small>{t('newBody')}</small>
      </p>
      <div className="row">
        <button className="btn quiet small" type="button" onClick={newerBuild.dismiss}>
          {t('later')}
        </button>
        <button className="btn quiet small" type="button" onClick={() => location.reload()}>
          {t('update')}
        </button>
      </div>
    </div>
  )
}
