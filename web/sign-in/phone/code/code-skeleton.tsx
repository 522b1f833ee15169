import { useTranslations } from 'use-intl'
import { AuthLayout } from '../../form/auth-layout.tsx'
import { Reading } from '../../form/reading.tsx'

/**
 * The skeleton of the code step before the app is ready: otherwise the phone form would be visible for a moment after a
 * reload.
 */
export function CodeSkeleton() {
  const t = useTranslations('login')
  return (
    <AuthLayout title={t('almost')} at={1}>
      <Reading />
    </AuthLayout>
  )
}
