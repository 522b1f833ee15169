import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { InterfaceText } from '../interface-text.tsx'

type Props = {
  /** There is an answer already: hide the new one until the learner asks for it. */
  isOffered: boolean
  children: ReactNode
}

export function AnswerAgain({ isOffered, children }: Props) {
  const t = useTranslations('recorder.submitted')
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
      {/* Hidden, but mounted: the recorder looks for a recording of an earlier visit. */}
      <div className="stack tight" id={id} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}

export function OrLine() {
  const t = useTranslations('recorder.submitted')
  return <p className="or">{t('or')}</p>
}

export function NoSpaceForAnswer() {
  const t = useTranslations('recorder.submitted')
  return (
    <p className="hint" role="alert">
      <Icon name="warning" />
      <InterfaceText>{t('noRoom')}</InterfaceText>
    </p>
  )
}
