import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'
import type { ActState } from '../../queries/use-act.ts'
import { Alert } from '../../ui/alert.tsx'

/** Why an act failed, in the person's language. */
export function Problem({ of: { error } }: { of: ActState }) {
  const t = useTranslations('org.problems')
  if (!error) return null
  const { code } = error
  if (isNetworkFailure(error)) return <Alert title={t('network')} />
  return <Alert title={t.has(code as 'internal') ? t(code as 'internal') : t('internal')} />
}
