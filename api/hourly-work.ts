import { HOUR } from '../contract/time.ts'
import { deleteExpiredClosedAccounts } from './account/closed-accounts.ts'
import { eraseDue } from './account/personal-data/erase.ts'
import type { PersonalData } from './account/personal-data/personal-data.ts'
import { deleteExpiredRows } from './database/delete-expired-rows.ts'
import type { Db } from './database/tables.ts'
import type { IdentityProvider } from './identity/provider.ts'
import { deleteOldStepTimes } from './lessons/step-times.ts'
import { type Log, warningOf } from './log.ts'
import { removeOrphans } from './media/recordings/orphaned-objects.ts'
import type { Stores } from './media/storage/stores.ts'
import { deleteExpiredSubscriptions } from './messages/push/delete-expired.ts'

type Deps = {
  db: Db
  now: () => number
  log: Log
  identity: IdentityProvider
  personalDataSources: readonly PersonalData[]
  stores: Stores
}

/** Deletes what has expired, erases accounts that are due and removes orphaned recordings. Returns how to stop. */
export function startHourlyWork({ db, now, log, identity, personalDataSources, stores }: Deps): () => Promise<void> {
  const eraseFailed = warningOf(log, 'erasing an account failed, will be tried again')
  const removeFailed = warningOf(log, 'removing a recording failed, will be tried again')
  return everyHour(
    async () => {
      await deleteExpiredRows(db, now())
      await deleteOldStepTimes(db, now())
      await deleteExpiredClosedAccounts(db, now())
      await identity.deleteExpired()
      await deleteExpiredSubscriptions(db, now())
      await eraseDue(db, { personalDataSources, accounts: identity.accounts, now: now() }, eraseFailed)
      await removeOrphans(db, stores.recordings, now(), removeFailed)
    },
    warningOf(log, 'deleting expired rows failed'),
  )
}

/** Runs the work now and every hour. Returns a function that stops it and waits for a running one. */
function everyHour(work: () => Promise<void>, failed: (error: Error) => void): () => Promise<void> {
  const attempt = () => work().catch(failed)
  let last = attempt()
  const timer = setInterval(() => {
    last = attempt()
  }, HOUR).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
