import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { readStored, writeStored } from '../browser/stored.ts'
import { isolated } from '../i18n/isolated.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { KnownUser } from '../user/load-user.ts'

const LET_IN_SEEN = 'sbs.letInSeen'
const INVITATION_SEEN = 'sbs.toldInvitation'

/** What the server tells few people about their account. */
export function AccountNotices({ user: { letIn, isInvitationOver } }: { user: KnownUser }) {
  return (
    <>
      {letIn && <SignInApproved {...letIn} />}
      {isInvitationOver && <InvitationOver />}
    </>
  )
}

/** Tells the owner of an account that somebody let a new browser in: once in each of their browsers. */
function SignInApproved({ at, by }: NonNullable<KnownUser['letIn']>) {
  const t = useTranslations('letIn')
  const format = useFormatter()
  const heading = useId()
  const [isSeen, setIsSeen] = useState(() => Number(readStored(LET_IN_SEEN)) >= at)
  if (isSeen) return null
  const time = format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' })
  function close(): void {
    setIsSeen(true)
    writeStored(LET_IN_SEEN, String(at))
  }
  return (
    <Dialog className="sheet stack" labelledBy={heading} onClose={close}>
      <h1 id={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p>{by ? t('by', { name: isolated(by), at: time }) : t('byNobody', { at: time })}</p>
      <p>
        {t('known')} <b>{t('unknown')}</b>
      </p>
      <button className="btn wide" type="button" onClick={close}>
        {t('ok')}
      </button>
    </Dialog>
  )
}

/** Tells a new learner once that the link of their invitation did not count. */
function InvitationOver() {
  const t = useTranslations('invited')
  const heading = useId()
  const [isSeen, setIsSeen] = useState(() => readStored(INVITATION_SEEN, 'sessionStorage') === location.search)
  if (isSeen) return null
  const close = () => {
    // The URL keeps the link, so each reload would show this again.
    writeStored(INVITATION_SEEN, location.search, 'sessionStorage')
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
