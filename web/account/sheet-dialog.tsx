import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = {
  title: string
  /** The result is shown here, so the dialog stays open until then. */
  isBusy: boolean
  onClose(): void
  children: ReactNode
}

/** A dialog with a heading and a close button. */
export function SheetDialog({ title, isBusy, onClose, children }: Props) {
  const t = useTranslations('common')
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog className="sheet stack loose" labelledBy="sheet-heading" onClose={close}>
      <div className="row">
        <h1 className="grow" id="sheet-heading" tabIndex={-1}>
          {title}
        </h1>
        <button className="icon-btn" type="button" aria-label={t('close')} aria-disabled={isBusy} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </Dialog>
  )
}
