import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { InterfaceText } from '../interface-text.tsx'

type Props = {
  /** Something was answered before, so what answers anew stays out of sight until it is asked for. */
  isOffered: boolean
  children: ReactNode
}

export function Again({ isOffered, children }: Props) {
  const t = useTranslations('recorder.given')
  const id = useId()
  const [isWanted, setIsWanted] = useState(false)
  const isOpen = isWanted || !isOffered
  return (
    <>
      {isOffered && (
        <button
          className="btn quiet"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsWanted(!isWanted)}
        >
          <Icon name="retry" />
          {t('again')}
        </button>
      )}
      {/* Out of sight a recorder still looks for what an earlier visit left. */}
      <div className="stack tight" id={id} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}

export function Or() {
  const t = useTranslations('recorder.given')
  return <p className="or">{t('or')}</p>
}

/** Beside the button that was pressed. */
export function NoRoom() {
  const t = useTranslations('recorder.given')
  return (
    <p className="hint" role="alert">
      <Icon name="warning" />
      <InterfaceText>{t('noRoom')}</InterfaceText>
    </p>
  )
}
