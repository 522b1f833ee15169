import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readStored, writeStored } from '../browser/stored.ts'
import { Dialog } from '../ui/dialog.tsx'

const STORED_AS = 'sbs.toldInvitation'

/** Tells a new learner once that the link of their invitation did not count. */
export function InvitationOver() {
  const t = useTranslations('invited')
  const heading = useId()
  const [isSeen, setIsSeen] = useState(() => readStored(STORED_AS, 'sessionStorage') === location.search)
  if (isSeen) return null
  const close = () => {
    // The address keeps the link, so each reload would say it again.
    writeStored(STORED_AS, location.search, 'sessionStorage')
    setIsSeen(true)
  }
  return (
    <Dialog className="sheet stack" labelledBy={heading} onClose={close}>
      <h1 id={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p>{t('lead')}</p>
      <button className="btn wide" type="button" onClick={close}>
        {t('ok')}
      </button>
    </Dialog>
  )
}
