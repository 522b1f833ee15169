import { useFormatter, useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'
import type { QueryResult } from '../../queries/use-query.ts'
import { OrgIcon } from './org-icon.tsx'
import { useWhenOnline } from './use-when-online.ts'

type Loaded = Pick<QueryResult<unknown>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>

/** Shown above earlier data that cannot be loaded again. Says when the data was loaded, and what failed. */
export function AsOf({ of: { data, error, dataUpdatedAt, refetch } }: { of: Loaded }) {
  const t = useTranslations('org.stale')
  const common = useTranslations('common')
  const format = useFormatter()
  useWhenOnline(error, refetch)
  if (!data || !error) return null
  const time = format.dateTime(dataUpdatedAt, { timeStyle: 'short' })
  return (
    <div className="say calm stale" role="status">
      <OrgIcon name="clock" />
      <p className="grow">{t(isNetworkFailure(error) ? 'offline' : 'failed', { time })}</p>
      <button className="btn quiet small" type="button" onClick={() => void refetch()}>
        {common('tryAgain')}
      </button>
    </div>
  )
}
