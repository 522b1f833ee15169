import { sql } from 'kysely'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Db } from '../database/tables.ts'
import type { Route } from '../http/serve.ts'

/** Live: the process replies. Ready: its database replies, too. */
export function healthRoutes({ db }: { db: Db }): Route[] {
  return [
    () => ({ method: 'GET', url: '/health/live', handler: async () => ({ status: 'live' }) }),
    () => ({
      method: 'GET',
      url: '/health/ready',
      handler: async () => {
        await sql`select 1`.execute(db).catch(() => {
          throw new ApiError('unavailable', { retryAfter: 2 })
        })
        return { status: 'ready' }
      },
    }),
  ]
}
