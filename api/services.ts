import { isBeta } from './account/users.ts'
import { analyticsFile } from './analytics/events.ts'
import { type SharedThreads, startBackgroundWork } from './background-work.ts'
import { startNightlyBackup } from './backups/nightly-backup.ts'
import type { Config } from './config.ts'
import { createCatalogue } from './courses/catalogue/catalogue.ts'
import { openOriginals } from './courses/files/originals.ts'
import { importFirstCourses } from './courses/first-courses.ts'
import { openWhenThere } from './database/open-when-there.ts'
import type { Db } from './database/tables.ts'
import { startHourlyWork } from './hourly-work.ts'
import { openFileKeys } from './lesson-files/file-keys.ts'
import { answeredPageFinder, answeredPages } from './lessons/answered-page.ts'
import { lessonFinder } from './lessons/lesson-for.ts'
import { learningOf } from './lessons/progress.ts'
import { createLog, type Log, warningOf } from './log.ts'
import { publisherFor } from './media/publish.ts'
import { diskSpaceOf, hasSpaceForUploads } from './media/storage/disk-space.ts'
import { checkStores, openStores, type Stores } from './media/storage/stores.ts'
import { withUnavailable } from './media/storage/unavailable.ts'
import { aboutPages } from './messages/conversation/about-page.ts'
import { publishAbout } from './messages/conversation/publish-about.ts'
import { openHub } from './messages/hub/open-hub.ts'
import { openNotifier } from './messages/push/notifier.ts'
import { openPushKey } from './messages/push/push-key.ts'
import { countedSenders } from './organisation/settings/counted-senders.ts'
import { createPersonalDataSources } from './personal-data-sources.ts'
import { openSecrets } from './secrets/secrets.ts'
import type { KeyOf } from './sign-in/firebase/google-keys.ts'
import type { Efforts } from './sign-in/identity-deps.ts'
import { openIdentity } from './sign-in/open-identity.ts'

/** The dependencies of the routes, created once for a process. */
export type Services = Awaited<ReturnType<typeof startServices>>

/** When notifications are sent (ms). */
export type PushPace = { afterMs: number; retryMs: number[] }
type StartOptions = {
  now?: () => number
  efforts?: Efforts
  keyOf?: KeyOf
  pushPace?: PushPace
  /** Instead of asking the disk how full it is. */
  diskSpaceOf?: typeof diskSpaceOf
  /** The time until the first round of the work of each minute and hour; 0 by default. */
  firstRoundAfterMs?: number
} & SharedThreads

/** Opens everything in the order in which one part needs another, and starts the hourly work. */
export async function startServices(
  config: Config,
  {
    now = Date.now,
    efforts,
    keyOf,
    pushPace,
    diskSpaceOf: askDisk = diskSpaceOf,
    firstRoundAfterMs,
    ...threads
  }: StartOptions = {},
) {
  const log = createLog(config)
  const warn = (message: string) => log.warn(message)
  const db = await openDatabase(config, log)
  const secrets = openSecrets(config)
  const senders = countedSenders(db, config, { now, failed: warningOf(log, 'a sent SMS or mail was not counted') })
  const hub = await openHub(db, config, log)
  const publishAboutPerson = (uid: string) => publishAbout(db, hub, uid)
  const identity = await openIdentity({
    db,
    config,
    now,
    secrets,
    senders,
    warn,
    publishTo: uid => hub.publish([uid]),
    publishAbout: publishAboutPerson,
    ...efforts,
    ...(keyOf ? { keyOf } : {}),
  })
  const lessons = await openLessons(db)
  const stores = await openMedia(config, log)
  const personalDataSources = createPersonalDataSources(stores.recordings)
  const pushKey = await openPushKey(db, { key: secrets.pushKeys, now: now(), warn })
  const lessonFileKeys = await openFileKeys({ db, key: secrets.lessonFileKeys, now, warn })
  const notifier = openNotifier({
    db,
    now,
    hub,
    key: pushKey,
    subject: subjectOf(config),
    identity,
    failed: warningOf(log, 'push notification failed'),
    ...pushPace,
  })
  const stopNightlyBackup = config.nightlyBackup ? startNightlyBackup({ db, now, log }) : undefined
  const originals = await openOriginals(config, withUnavailable)
  const background = startBackgroundWork({ db, now, config, log, originals, sendSms: senders.sendSms, ...threads })
  const stopHourlyWork = startHourlyWork({
    ...{ db, config, now, log, identity, personalDataSources, stores, originals, hub, senders, firstRoundAfterMs },
    ...background.workers,
  })
  return {
    config,
    db,
    now,
    log,
    identity,
    personalDataSources,
    senders,
    stores,
    originals,
    diskSpaceOf: askDisk,
    /** Signs the URLs of recordings. */
    urlKey: secrets.recordingUrls,
    inviteKey: secrets.invitations,
    accountKey: secrets.accountKeys,
    /** Recognises the numbers of sign-in requests. */
    requestKey: secrets.signInRequests,
    /** Encrypts the tickets of backup files. */
    backupKey: secrets.backupTickets,
    /** Encrypts what the links to prepared data carry. */
    dataKey: secrets.dataLinks,
    /** Key from which recovery codes are made. */
    recoveryKey: secrets.recoveryCodes,
    analytics: analyticsFile(config.dataDir, async () => hasSpaceForUploads(await askDisk(config.dataDir))),
    limitFactor: config.limitFactor,
    ...lessons,
    hub,
    /** Sends notifications of messages to browsers whose page is closed. */
    notifier,
    pushKey,
    lessonFileKeys,
    publishAbout: publishAboutPerson,
    ...background.workers,
    /** Copies media to the bucket that serves them; undefined if the disk does. */
    publisher: await publisherFor(config),
    close: async () => {
      await hub.close()
      await background.end()
      // Some mails are sent without anybody waiting for them. The process waits for them before it ends.
      await senders.settled()
      await notifier.close()
      await stopHourlyWork()
      await stopNightlyBackup?.()
      await lessons.catalogue.close()
      await db.destroy()
    },
  }
}

/** Opens and migrates the database, and imports the demo courses into an empty one. */
async function openDatabase(config: Config, log: Log): Promise<Db> {
  const db = await openWhenThere(config, message => log.error(message))
  if (config.demoCourses) await importFirstCourses(db, config)
  return db
}

/** The courses, and how the other parts find lessons and pages in them. */
async function openLessons(db: Db) {
  const catalogue = await createCatalogue(db)
  const isBetaUser = (uid: string) => isBeta(db, uid)
  const answeredPageOf = answeredPages(db, catalogue)
  const learning = (uid: string) => learningOf(db, uid, lessonId => catalogue.lessonOf(lessonId)?.pages)
  const answeredPageFor = answeredPageFinder(db, answeredPageOf, isBetaUser)
  return {
    catalogue,
    isBeta: isBetaUser,
    lessonFor: lessonFinder(db, catalogue, isBetaUser),
    answeredPageOf,
    answeredPageFor,
    learningOf: learning,
    lessonDataOf: async (uid: string) => (await learning(uid)).lessonData,
    aboutPage: aboutPages(db, answeredPageFor),
  }
}

async function openMedia(config: Config, log: Log): Promise<Stores> {
  const stores = await openStores(config)
  // Not awaited: without its bucket the server still signs people in, shows texts and stores answers.
  void checkStores(config).catch((error: Error) => log.error({ error: error.message }, 'storage does not work'))
  return stores
}

/** A contact of the operator for push services; some services require it. */
function subjectOf({ publicUrl }: Config): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'mailto:nobody@example.org'
}
