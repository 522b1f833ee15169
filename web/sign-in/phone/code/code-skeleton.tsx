import { useTranslations } from 'use-intl'
import { AuthLayout } from '../../form/auth-layout.tsx'
import { Reading } from '../../form/reading.tsx'

/** The shape of the code step before the app is ready: after a reload the phone form would flash up. */
export function CodeSkeleton() {
  const t = useTranslations('login')
  return (
    <AuthLayout title={t('almost')} at={1}>
      <Reading />
    </AuthLayout>
  )
}
