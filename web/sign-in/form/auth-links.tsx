import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '../../router/link.tsx'
import { useLocationIfAny } from '../../router/use-location.ts'
import { Icon } from '../../ui/icon.tsx'

type Props = {
  to: '/login' | '/login-email' | '/register' | '/forgot-password'
  className: string
  children: ReactNode
}

/**
 * A link to another sign-in screen, with the query string. In the prerendered page, first-paint.js adds the query
 * string.
 */
export function AuthLink({ to, className, children }: Props) {
  const isAlive = useIsAlive()
  if (!isAlive) return <a {...{ href: to, className, children }} />
  return <Link {...{ to, className, children }} />
}

export function PhoneSignInLink() {
  const t = useTranslations('login')
  return (
    <AuthLink to="/login" className="btn quiet small">
      <Icon name="phone" />
      {t('phoneLink')}
    </AuthLink>
  )
}

export function EmailLink() {
  const t = useTranslations('login')
  return (
    <AuthLink to="/login-email" className="btn quiet small">
      <Icon name="mail" />
      {t('emailLink')}
    </AuthLink>
  )
}

/** Whether the app is ready. In the prerendered page a screen must not need the router. */
export function useIsAlive(): boolean {
  return useLocationIfAny() !== undefined
}
