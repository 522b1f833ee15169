import { ApiError } from '../../../contract/calls/api-error.ts'
import * as contract from '../../../contract/push.ts'
import { HOUR } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { consume } from '../../http/limits.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { PushKey } from './push-key.ts'
import { isPushService } from './subscription-checks.ts'
import { subscribe, unsubscribe } from './subscriptions.ts'

const WISHES_PER_HOUR = 60

export type PushDeps = {
  db: Db
  now: () => number
  limitFactor: number
  pushKey: PushKey
  config: Pick<Config, 'pushServiceOnLoopbackForTests'>
}

/** Subscribes and unsubscribes browsers. */
export function pushRoutes({ db, now, limitFactor, pushKey, config }: PushDeps): Route[] {
  return [
    serve(contract.getPushKey, async () => ({ success: true, data: { publicKey: pushKey.publicKey } })),

    serve(contract.subscribe, async ({ body, user }) => {
      const at = now()
      await consume(db, { name: 'push', of: { uid: user.uid }, max: WISHES_PER_HOUR * limitFactor, perMs: HOUR }, at)
      if (!isPushService(body.endpoint, config.pushServiceOnLoopbackForTests))
        throw new ApiError('bad-request', { message: 'endpoint: is no push service of a browser' })
      await subscribe(db, user, body, at)
      return { success: true }
    }),

    serve(contract.unsubscribe, async ({ body, user }) => {
      await unsubscribe(db, user.uid, body.endpoint)
      return { success: true }
    }),
  ]
}
