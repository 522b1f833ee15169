import { sendEvents } from '../../contract/analytics.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { consume } from '../http/limits.ts'
import { networkOf } from '../http/network.ts'
import { type Route, serve } from '../http/serve.ts'
import type { Analytics } from './events.ts'

const PER_IP_ADDRESS_AND_MINUTE = 120

type Deps = { db: Db; now: () => number; analytics: Analytics; limitFactor: number }

export function analyticsRoutes({ db, now, analytics, limitFactor }: Deps): Route[] {
  return [
    serve(sendEvents, async ({ body, ipAddress }) => {
      const at = now()
      await consume(
        db,
        {
          name: 'events',
          of: { network: networkOf(ipAddress) },
          max: PER_IP_ADDRESS_AND_MINUTE * limitFactor,
          perMs: MINUTE,
        },
        at,
      )
      await analytics.record(body.events, at)
      return { success: true }
    }),
  ]
}
