import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icon.tsx'
import './sheet.css'

type Props = {
  title: ReactNode
  /** More room between the parts. */
  isLoose?: boolean
  /** It stays open until the result is shown in it. */
  isBusy?: boolean
  onClose(): void
  children: ReactNode
}

/** A modal dialog with a heading and a close button. */
export function Sheet({ title, isLoose = false, isBusy = false, onClose, children }: Props) {
  const t = useTranslations('common')
  const heading = useId()
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      className={isLoose ? 'sheet headed stack loose' : 'sheet headed stack'}
      labelledBy={heading}
      onClose={close}
    >
      <div className="sheet-head">
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <button className="icon-btn" type="button" aria-label={t('close')} aria-disabled={isBusy} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </Dialog>
  )
}
