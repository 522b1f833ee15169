import type { Config } from './config.ts'
import { type CourseChecker, createCourseChecker } from './courses/checking/course-checker.ts'
import type { Originals } from './courses/files/originals.ts'
import { createFilmMaker } from './courses/films/making/film-maker.ts'
import type { Db } from './database/tables.ts'
import { type Log, warningOf } from './log.ts'
import { createListSender } from './organisation/invitations/send-lists.ts'
import { createKindTextSender } from './organisation/kind-words/send-texts.ts'
import { createReportRunner } from './organisation/reports/thread/report-runner.ts'
import type { ReportThread } from './organisation/reports/thread/start-report-thread.ts'
import type { Senders } from './senders/senders.ts'

type Deps = {
  db: Db
  now: () => number
  config: Config
  log: Log
  originals: Originals
  sendSms: Senders['sendSms']
} & SharedThreads

/** Threads that several servers in one process share. Without them, the server starts its own. */
export type SharedThreads = { checker?: CourseChecker; reportThread?: ReportThread }

/** Starts the work for which no request waits. It runs in threads, or sends one message after the other. */
export function startBackgroundWork({
  db,
  now,
  config,
  log,
  originals,
  sendSms,
  checker = createCourseChecker(),
  reportThread,
}: Deps) {
  const failed = (what: string) => warningOf(log, `${what} failed, will be tried again`)
  const workers = {
    /** Makes reports in a thread of their own. */
    reports: createReportRunner(config, reportThread),
    /** Checks courses in a thread of its own. */
    checker,
    /** Sends invitations by text. */
    listSender: createListSender({ db, now, config, sendSms, failed: failed('sending invitations') }),
    /** Sends texts to silent learners who agreed to them. */
    kindTextSender: createKindTextSender({ db, now, config, sendSms, failed: failed('sending texts') }),
    /** Makes smaller versions of films for phones. */
    filmMaker: createFilmMaker({ db, originals, now, failed: warningOf(log, 'making a film failed') }),
  }
  return {
    workers,
    async end(): Promise<void> {
      for (const worker of Object.values(workers)) await worker.close()
    },
  }
}
