import type { Input } from '../../../contract/calls/endpoint.ts'
import { getAuditLog } from '../../../contract/organisation/audit-log.ts'
import { call } from '../../api.ts'

/** The browser has started to write the file long before that. */
const FORGOTTEN_AFTER_MS = 60_000

/** Saves the lines that match as a table for spreadsheets. */
export async function saveLog(query: Input<typeof getAuditLog>['query']): Promise<true> {
  const file = (await call(getAuditLog, { query })) as unknown as Blob
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `log-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER_MS)
  return true
}
