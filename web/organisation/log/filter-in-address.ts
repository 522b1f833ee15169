import { type AuditGroup, auditGroups } from '../../../contract/organisation/log/audit-actions.ts'
import { updateEntry } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { dayIn } from '../frame/days/chosen-day.ts'

/** Days are those of the organisation: 2026-11-23. */
export type LogFilter = { group?: AuditGroup; uid?: string; from?: string; to?: string }

/** `undefined` takes a part of the filter away. */
export type LogFilterChange = { [Part in keyof LogFilter]: LogFilter[Part] | undefined }

/** The filter as the URL describes it, so that a reload and a link show the same lines. */
export function useFilterInAddress(): [LogFilter, (change: LogFilterChange) => void] {
  const { search } = useLocation()
  // The URL has changed already if a second choice comes before the first one is drawn.
  return [filterIn(search), change => updateEntry({ search: searchOf({ ...filterIn(location.search), ...change }) })]
}

function filterIn(search: string): LogFilter {
  const words = new URLSearchParams(search)
  const group = auditGroups.find(one => one === words.get('group'))
  const uid = words.get('uid')?.slice(0, 128)
  const [from, to] = [dayIn(words.get('from')), dayIn(words.get('to'))]
  return { ...(group && { group }), ...(uid && { uid }), ...(from && { from }), ...(to && { to }) }
}

function searchOf(filter: LogFilterChange): string {
  const given = Object.entries(filter).filter((part): part is [string, string] => part[1] !== undefined)
  const text = new URLSearchParams(given).toString()
  return text && `?${text}`
}
