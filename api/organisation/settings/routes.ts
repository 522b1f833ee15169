import * as calls from '../../../contract/organisation/settings.ts'
import { HOUR } from '../../../contract/time.ts'
import { AUDIT_LOCK, addLine } from '../../audit-log/audit-log.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Config } from '../../config.ts'
import { idempotent } from '../../database/idempotent.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { consume } from '../../http/limits.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { DiskSpace } from '../../media/storage/disk-space.ts'
import type { Senders } from '../../senders/senders.ts'
import { switchMaintenance } from '../../settings/settings.ts'
import { openAbout } from './about.ts'
import type { Certificate } from './certificate.ts'
import { openDiskUse } from './disk-use.ts'
import { recipientFor, sendTest } from './sending.ts'
import { settingsPage } from './settings-page.ts'
import { changeSettings } from './values.ts'

const TRIES_PER_HOUR = 5

export type SettingsDeps = {
  db: Db
  now: () => number
  config: Config
  senders: Senders
  limitFactor: number
  certificate: Certificate
  diskSpaceOf: (folder: string) => Promise<DiskSpace>
}

/** The calls for what owners set, and for what they may know about the machine. */
export function orgSettingsRoutes({
  db,
  now,
  config,
  senders,
  limitFactor,
  certificate,
  diskSpaceOf,
}: SettingsDeps): Route[] {
  const deps = { db, now }
  const machine = { about: openAbout(db, certificate, now()), room: openDiskUse(config, diskSpaceOf) }
  return [
    serve(calls.getOrgSettings, async () => ({ success: true, data: await settingsPage(db, config, machine, now()) })),

    serveAct(deps, calls.changeOrgSettings, {
      locks: () => [],
      work: (trx, { user, body }, at) => changeSettings(trx, body.changes, { config, by: user.uid }, at),
      reply: values => ({ success: true, data: { values } }),
    }),

    serve(calls.trySending, async ({ user: { uid }, body, headers }) => {
      const at = now()
      const to = await recipientFor(db, uid, body.kind)
      const request = { call: calls.trySending.path, body }
      let isNew = false
      await transactionWithLock(db, AUDIT_LOCK, trx =>
        idempotent(trx, { uid, key: idempotencyKeyIn(headers), request, now: at }, async () => {
          const max = TRIES_PER_HOUR * limitFactor
          await consume(trx, { name: 'try-sending/hour', of: { uid }, max, perMs: HOUR }, at)
          await addLine(
            trx,
            { uid, side: 'browser' },
            { action: 'sending-tried', subjectUid: uid, details: { kind: body.kind } },
            at,
          )
          isNew = true
          return {}
        }),
      )
      if (!isNew) return { success: true, data: { to, outcome: 'repeated', problem: null } }
      return { success: true, data: { to, ...(await sendTest({ to, ...body }, { senders, config })) } }
    }),

    serveAct(deps, calls.switchMaintenanceMode, {
      locks: () => [],
      work: async (trx, { body: { isOn } }) => {
        await switchMaintenance(trx, isOn)
        return { result: null, lines: [{ action: 'maintenance-changed', details: { isOn } }] }
      },
      reply: () => ({ success: true }),
    }),
  ]
}
