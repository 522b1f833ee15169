import { type ReactNode, type Ref, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language-provider.tsx'
import { PhoneNumber } from '../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../phone-numbers/spaced-phone.ts'
import { serverNow } from '../session.ts'
import { knownSettings } from '../settings/settings.ts'
import { EmailText } from '../sign-in/form/email-text.tsx'
import { Icon } from '../ui/icon.tsx'
import type { KnownUser } from '../user/load-user.ts'
import { EmailDialog } from './email-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { dropMergeLink, MergeLinkNote, useMergeLink } from './merge-link.tsx'
import { NameDialog } from './name-dialog.tsx'

type Props = {
  heading: Ref<HTMLHeadingElement>
  user: KnownUser
  onMerged(): void
  onEmailChanged(): void
  onNamed(name: string | null): void
}

/** The person's own record. Empty fields have no row. */
export function ProfileCard({ heading, user, onMerged, onEmailChanged, onNamed }: Props) {
  const t = useTranslations()
  const { language } = useLanguage()
  const { displayName, email, phoneNumber, mentorId } = user
  return (
    <section className="card stack">
      <div className="row who">
        <span className="avatar big" aria-hidden="true">
          {displayName ? Array.from(displayName)[0] : <Icon name="person" />}
        </span>
        <div className="grow">
          <h1 tabIndex={-1} ref={heading}>
            {displayName ? <bdi>{displayName}</bdi> : t('page.profile')}
          </h1>
          <small>
            <Since createdAt={user.createdAt} />
          </small>
          <DialogButton label={t(displayName ? 'account.changeName' : 'account.addName')}>
            {close => <NameDialog user={user} onClose={close} onSaved={onNamed} />}
          </DialogButton>
        </div>
      </div>
      <dl className="facts">
        {email && (
          <Fact label={t('account.email')}>
            <EmailText email={email} />
          </Fact>
        )}
        {phoneNumber && (
          <Fact label={t('account.phone')}>
            <PhoneNumber phone={spacedPhone(phoneNumber)} language={language} />
          </Fact>
        )}
      </dl>
      {email && knownSettings().identity === 'embedded' && (
        <DialogButton label={t('account.changeEmail')}>
          {close => <EmailDialog user={user} onClose={close} onChanged={onEmailChanged} />}
        </DialogButton>
      )}
      <MergeLinkNote user={user} />
      {/* A mentor is found by their phone number, so the number must stay with this account. */}
      {!email && mentorId === null && <MergeOffer user={user} onMerged={onMerged} />}
    </section>
  )
}

function Since({ createdAt }: { createdAt: number }) {
  const t = useTranslations('account')
  const format = useFormatter()
  const isThisYear = new Date(createdAt).getFullYear() === new Date(serverNow()).getFullYear()
  const date = format.dateTime(createdAt, { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
  return t('since', { date })
}

type DialogButtonProps = {
  label: string
  /** Draws the dialog while it is open. */
  children: (close: () => void) => ReactNode
}

function DialogButton({ label, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div>
        <button
          className="btn quiet small name-btn"
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {label}
        </button>
      </div>
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function MergeOffer({ user, onMerged }: { user: KnownUser; onMerged(): void }) {
  const t = useTranslations('merge')
  const isAsked = useMergeLink() === user.uid
  const [isOpen, setIsOpen] = useState(isAsked)
  function close() {
    setIsOpen(false)
    if (isAsked) dropMergeLink()
  }
  function done() {
    if (isAsked) dropMergeLink()
    onMerged()
  }
  return (
    <>
      <div className="note">
        <Icon name="info" />
        <p>{t('offer')}</p>
      </div>
      <button className="btn second wide" type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('title')}
      </button>
      {isOpen && <MergeDialog user={user} onClose={close} onMerged={done} />}
    </>
  )
}
