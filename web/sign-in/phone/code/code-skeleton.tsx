import { useTranslations } from 'use-intl'
import { Door } from '../../form/auth-layout.tsx'
import { Reading } from '../../form/reading.tsx'

/** The shape of the code step, before the app is here: after a reload the phone form would flash up and go. */
export function CodeSkeleton() {
  const t = useTranslations('login')
  return (
    <Door title={t('almost')} at={1}>
      <Reading />
    </Door>
  )
}
