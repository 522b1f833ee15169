import { DAY, HOUR, MINUTE } from '../contract/time.ts'
import { deleteExpiredClosedAccounts } from './account/closed-accounts.ts'
import { eraseDue } from './account/personal-data/erase.ts'
import type { PersonalData } from './account/personal-data/personal-data.ts'
import { deleteExpiredPhoneChanges } from './account/phone-changes.ts'
import { refoldNames } from './account/refold-names.ts'
import { deleteOldLines } from './audit-log/audit-log.ts'
import type { Config } from './config.ts'
import { deleteExpiredPhoneLinks, deleteOldEdits, deleteOldImports } from './courses/drafts/delete-expired.ts'
import type { Originals } from './courses/files/originals.ts'
import { removeUnusedOriginals } from './courses/files/remove-unused.ts'
import { deleteOldFilmJobs } from './courses/films/making/film-jobs.ts'
import type { FilmMaker } from './courses/films/making/film-maker.ts'
import { deleteExpiredRows } from './database/delete-expired-rows.ts'
import type { Db } from './database/tables.ts'
import type { IdentityProvider } from './identity/provider.ts'
import { endAbsences } from './inbox/away.ts'
import { deleteOldStepTimes } from './lessons/step-times.ts'
import { type Log, warningOf } from './log.ts'
import { removeOrphans } from './media/recordings/orphaned-objects.ts'
import type { Stores } from './media/storage/stores.ts'
import { removeLeftUploads } from './media/storage/temporary-files.ts'
import type { Hub } from './messages/hub/hub.ts'
import { deleteExpiredSubscriptions } from './messages/push/delete-expired.ts'
import { deleteOldUploads } from './organisation/courses/films/film-uploads.ts'
import { deleteOldLists } from './organisation/invitations/lists.ts'
import type { ListSender } from './organisation/invitations/send-lists.ts'
import { notifyTeamOfLeftRecoveries } from './organisation/team/recovery-acts.ts'
import type { PacedSender } from './senders/paced-sender.ts'
import type { Senders } from './senders/senders.ts'
import { deleteOldSendings } from './senders/sendings.ts'
import { deleteExpiredInvitations } from './team/invitations.ts'

/** Tidying comes later, because people have waited for the start of the server. */
const TIDYING_AFTER_MS = 5 * MINUTE

type Deps = {
  db: Db
  config: Pick<Config, 'dataDir'>
  now: () => number
  log: Log
  identity: IdentityProvider
  personalDataSources: readonly PersonalData[]
  stores: Stores
  originals: Originals
  hub: Pick<Hub, 'publish'>
  senders: Pick<Senders, 'sendSms' | 'sendMail'>
  listSender: Pick<ListSender, 'wake'>
  kindTextSender: Pick<PacedSender, 'wake'>
  filmMaker: Pick<FilmMaker, 'wake'>
  firstRoundAfterMs?: number | undefined
}

/**
 * Ends absences of mentors and goes on with messages and films each minute. Each hour deletes what has expired, erases
 * accounts that are due and removes orphaned recordings. A task that fails is tried again the next time, and stops no
 * other. Returns a function that stops it.
 */
export function startHourlyWork({
  db,
  config,
  now,
  log,
  identity,
  personalDataSources,
  stores,
  originals,
  hub,
  senders,
  listSender,
  kindTextSender,
  filmMaker,
  firstRoundAfterMs = 0,
}: Deps): () => Promise<void> {
  const failed = (task: string) => warningOf(log, `${task} failed, will be tried again`)
  const stopEveryMinute = every({ intervalMs: MINUTE, firstAfterMs: firstRoundAfterMs }, failed, {
    'ending absences': async () => hub.publish(await endAbsences(db, now())),
    // A process may have stopped before it finished a list.
    'sending lists': async () => listSender.wake(),
    'notifying the team of a recovery': () =>
      notifyTeamOfLeftRecoveries(db, { senders, now: now(), failed: failed('notifying a member of the team') }),
    'sending texts': async () => kindTextSender.wake(),
    // A process may have been killed before it finished a film.
    'making films': async () => filmMaker.wake(),
  })
  const eraseFailed = failed('erasing an account')
  const removeFailed = failed('removing a recording')
  const accounts = identity.accounts
  // People were told the day of their erasure. So erasing begins at each start: a server may be restarted often.
  const stopErasing = every({ intervalMs: HOUR, firstAfterMs: firstRoundAfterMs }, failed, {
    'deleting expired sign-ins': () => identity.deleteExpired(),
    'erasing accounts': () => eraseDue(db, { personalDataSources, accounts, now: now() }, eraseFailed),
  })
  const stopTidying = every({ intervalMs: HOUR, firstAfterMs: TIDYING_AFTER_MS }, failed, {
    'deleting expired rows': () => deleteExpiredRows(db, now()),
    'deleting old step times': () => deleteOldStepTimes(db, now()),
    'deleting expired closed accounts': () => deleteExpiredClosedAccounts(db, now()),
    'deleting expired phone changes': () => deleteExpiredPhoneChanges(db, now()),
    'deleting expired subscriptions': () => deleteExpiredSubscriptions(db, now()),
    'deleting expired invitations': () => deleteExpiredInvitations(db, now()),
    'deleting expired links of drafts': () => deleteExpiredPhoneLinks(db, now()),
    'deleting old lists': () => deleteOldLists(db, now()),
    'deleting old log lines': () => deleteOldLines(db, now()),
    'deleting old edits': () => deleteOldEdits(db, now()),
    'deleting old imports': () => deleteOldImports(db, now()),
    "removing authors' unused files": () => removeUnusedOriginals(db, originals, now()),
    'removing left uploads': () => removeLeftUploads(config.dataDir, now() - DAY),
    'deleting unfinished films': () => deleteOldUploads(db, originals, now()),
    'deleting old jobs of films': () => deleteOldFilmJobs(db, now()),
    // During an upgrade, processes of the former release may still store names that are folded in its way.
    'folding names': () => refoldNames(db),
    'deleting old sendings': () => deleteOldSendings(db, now()),
    'removing orphaned recordings': () => removeOrphans(db, stores.recordings, removeFailed, now()),
  })
  return async () => void (await Promise.all([stopEveryMinute(), stopErasing(), stopTidying()]))
}

type Pace = { intervalMs: number; firstAfterMs: number }

/**
 * Does the tasks one after the other, the first time after a pause and then after each interval. Returns a function
 * that stops them and waits for the running ones.
 */
function every(
  { intervalMs, firstAfterMs }: Pace,
  failed: (task: string) => (error: Error) => void,
  tasks: Record<string, () => Promise<unknown>>,
): () => Promise<void> {
  let isStopped = false
  const doAll = async () => {
    for (const [name, task] of Object.entries(tasks)) if (!isStopped) await task().catch(failed(name))
  }
  // A round may take longer than the interval.
  const running = new Set<Promise<void>>()
  const begin = () => {
    const round = doAll().finally(() => running.delete(round))
    running.add(round)
  }
  const first = setTimeout(begin, firstAfterMs).unref()
  const timer = setInterval(begin, intervalMs).unref()
  return async () => {
    isStopped = true
    clearTimeout(first)
    clearInterval(timer)
    await Promise.all(running)
  }
}
