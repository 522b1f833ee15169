import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'
import type { ActState } from '../../queries/use-act.ts'
import { Alert } from '../../ui/alert.tsx'
import { waitOf } from './numbers/wait-of.ts'

/** Why an act failed, in the person's language. */
export function Problem({ of: { error } }: { of: ActState }) {
  const t = useTranslations('org.problems')
  if (!error) return null
  const { code, retryAfter } = error
  if (isNetworkFailure(error)) return <Alert title={t('network')} />
  if (code === 'auth/too-many-requests') return <Alert title={t(code, waitOf(retryAfter))} />
  return <Alert title={t.has(code as 'internal') ? t(code as 'internal') : t('internal')} />
}
