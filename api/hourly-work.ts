import { HOUR, MINUTE } from '../contract/time.ts'
import { deleteExpiredClosedAccounts } from './account/closed-accounts.ts'
import { eraseDue } from './account/personal-data/erase.ts'
import type { PersonalData } from './account/personal-data/personal-data.ts'
import { deleteOldLines } from './audit-log/audit-log.ts'
import { deleteOldEdits } from './courses/drafts/conflicts.ts'
import { deleteExpiredRows } from './database/delete-expired-rows.ts'
import type { Db } from './database/tables.ts'
import type { IdentityProvider } from './identity/provider.ts'
import { endAbsences } from './inbox/away.ts'
import { deleteOldStepTimes } from './lessons/step-times.ts'
import { type Log, warningOf } from './log.ts'
import { removeOrphans } from './media/recordings/orphaned-objects.ts'
import type { Stores } from './media/storage/stores.ts'
import type { Hub } from './messages/hub/hub.ts'
import { deleteExpiredSubscriptions } from './messages/push/delete-expired.ts'
import { deleteOldImports } from './organisation/courses/imports.ts'
import { deleteOldLists } from './organisation/invitations/lists.ts'
import type { ListSender } from './organisation/invitations/send-lists.ts'
import { deleteOldSendings } from './senders/sendings.ts'
import { deleteExpiredInvitations } from './team/invitations.ts'

type Deps = {
  db: Db
  now: () => number
  log: Log
  identity: IdentityProvider
  personalDataSources: readonly PersonalData[]
  stores: Stores
  hub: Pick<Hub, 'publish'>
  listSender: Pick<ListSender, 'wake'>
}

/** Ends absences of mentors and goes on with invitations each minute. Each hour deletes what has expired, erases accounts that are due and removes orphaned recordings. Returns how to stop. */
export function startHourlyWork({
  db,
  now,
  log,
  identity,
  personalDataSources,
  stores,
  hub,
  listSender,
}: Deps): () => Promise<void> {
  const eraseFailed = warningOf(log, 'erasing an account failed, will be tried again')
  const removeFailed = warningOf(log, 'removing a recording failed, will be tried again')
  const stopAbsences = every(
    MINUTE,
    async () => {
      hub.publish(await endAbsences(db, now()))
      // A list that a process did not finish.
      listSender.wake()
    },
    warningOf(log, 'ending an absence failed'),
  )
  const stopHourly = every(
    HOUR,
    async () => {
      await deleteExpiredRows(db, now())
      await deleteOldStepTimes(db, now())
      await deleteExpiredClosedAccounts(db, now())
      await identity.deleteExpired()
      await deleteExpiredSubscriptions(db, now())
      await deleteExpiredInvitations(db, now())
      await deleteOldLists(db, now())
      await deleteOldLines(db, now())
      await deleteOldEdits(db, now())
      await deleteOldImports(db, now())
      await deleteOldSendings(db, now())
      await eraseDue(db, { personalDataSources, accounts: identity.accounts, now: now() }, eraseFailed)
      await removeOrphans(db, stores.recordings, now(), removeFailed)
    },
    warningOf(log, 'deleting expired rows failed'),
  )
  return async () => void (await Promise.all([stopAbsences(), stopHourly()]))
}

/** Runs the work now and again after each interval. Returns a function that stops it and waits for a running one. */
function every(intervalMs: number, work: () => Promise<void>, failed: (error: Error) => void): () => Promise<void> {
  const attempt = () => work().catch(failed)
  let last = attempt()
  const timer = setInterval(() => {
    last = attempt()
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}
