import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { DoorLink } from './auth-link.tsx'

export function PhoneLink() {
  const t = useTranslations('login')
  return (
    <DoorLink to="/login" className="btn quiet small">
      <Icon name="phone" />
      {t('phoneLink')}
    </DoorLink>
  )
}

export function EmailLink() {
  const t = useTranslations('login')
  return (
    <DoorLink to="/login-email" className="btn quiet small">
      <Icon name="mail" />
      {t('emailLink')}
    </DoorLink>
  )
}
