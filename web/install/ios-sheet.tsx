import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { onOutboxChange, outboxState } from '../outbox/outbox.ts'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet/sheet.tsx'
import './install.css'

type Props = { onClose(): void; onDone(): void }

/** Safari does not offer to install by itself. The sheet shows the icons of Safari and the words that Apple uses. */
export function IosSheet({ onClose, onDone }: Props) {
  const t = useTranslations('install')
  // An app on the home screen has its own storage, so it would not have the unsent items of this browser.
  const isWaiting = useSyncExternalStore(onOutboxChange, outboxState).length > 0
  return (
    <Sheet title={t('iosTitle')} onClose={onClose}>
      {isWaiting && (
        <div className="alert" role="status">
          <Icon name="clock" />
          <p>{t('iosFirst')}</p>
        </div>
      )}
      <ol className="stack ios-steps">
        {steps.map(([text, path]) => (
          <li className="row" key={text}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={path} />
            </svg>
            <span className="grow">{t(text)}</span>
          </li>
        ))}
      </ol>
      <div className="note">
        <Icon name="info" />
        <p>{t('iosWhy')}</p>
      </div>
      <button className="btn wide" type="button" onClick={onDone}>
        {t('iosOk')}
      </button>
    </Sheet>
  )
}

const steps = [
  ['iosOne', 'M12 15V3m-4 4l4-4 4 4M7 10H5v11h14V10h-2'],
  ['iosTwo', 'M5 4h14v16H5zM12 8v8M8 12h8'],
  ['iosThree', 'M5 12.5l4.5 4.5L19 7.5'],
] as const
