import { Migrator } from 'kysely/migration'
import { adviceFor } from './failures/trouble.ts'
import * as first from './migrations/001-first.ts'
import * as accounts from './migrations/002-accounts.ts'
import * as recordings from './migrations/003-recordings.ts'
import * as messages from './migrations/004-messages.ts'
import * as push from './migrations/005-push.ts'
import * as wasSeen from './migrations/006-was-seen.ts'
import * as knownPages from './migrations/007-known-pages.ts'
import * as withdrawnCourses from './migrations/008-withdrawn-courses.ts'
import * as stepTimes from './migrations/011-step-times.ts'
import * as pushTold from './migrations/013-push-told.ts'
import * as handOverNotes from './migrations/015-hand-over-notes.ts'
import * as answerTypes from './migrations/016-answer-types.ts'
import * as emailChanges from './migrations/018-email-changes.ts'
import * as handOversByGiver from './migrations/022-hand-overs-by-giver.ts'
import * as lessonFiles from './migrations/023-lesson-files.ts'
import * as firstPicks from './migrations/024-first-picks.ts'
import * as waits from './migrations/025-waits.ts'
import * as courseVersions from './migrations/026-course-versions.ts'
import * as textConsents from './migrations/027-text-consents.ts'
import * as reportIndexes from './migrations/028-report-indexes.ts'
import * as answersByPerson from './migrations/029-answers-by-person.ts'
import * as team from './migrations/030-team.ts'
import * as people from './migrations/031-people.ts'
import * as invitations from './migrations/032-invitations.ts'
import * as sendings from './migrations/033-sendings.ts'
import * as otherWays from './migrations/035-other-ways.ts'
import * as courseDrafts from './migrations/036-course-drafts.ts'
import * as restingCourses from './migrations/037-resting-courses.ts'
import * as phoneLinks from './migrations/038-phone-links.ts'
import * as phoneChanges from './migrations/041-phone-changes.ts'
import * as publishRequests from './migrations/044-publish-requests.ts'
import * as confirmedSessions from './migrations/045-confirmed-sessions.ts'
import * as invitedMentors from './migrations/046-invited-mentors.ts'
import * as films from './migrations/047-films.ts'
import * as sisterPages from './migrations/048-sister-pages.ts'
import * as limitedCoordinators from './migrations/049-limited-coordinators.ts'
import * as kindWords from './migrations/050-kind-words.ts'
import * as kindTexts from './migrations/052-kind-texts.ts'
import * as kindWordsEnded from './migrations/053-kind-words-ended.ts'
import * as listsGoOn from './migrations/054-lists-go-on.ts'
import { missingFor, schemaOf } from './releases/schema.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './tables.ts'

const migrations = {
  '001-first': first,
  '002-accounts': accounts,
  '003-recordings': recordings,
  '004-messages': messages,
  '005-push': push,
  '006-was-seen': wasSeen,
  '007-known-pages': knownPages,
  '008-withdrawn-courses': withdrawnCourses,
  '011-step-times': stepTimes,
  '013-push-told': pushTold,
  '015-hand-over-notes': handOverNotes,
  '016-answer-types': answerTypes,
  '018-email-changes': emailChanges,
  '022-hand-overs-by-giver': handOversByGiver,
  '023-lesson-files': lessonFiles,
  '024-first-picks': firstPicks,
  '025-waits': waits,
  '026-course-versions': courseVersions,
  '027-text-consents': textConsents,
  '028-report-indexes': reportIndexes,
  '029-answers-by-person': answersByPerson,
  '030-team': team,
  '031-people': people,
  '032-invitations': invitations,
  '033-sendings': sendings,
  '035-other-ways': otherWays,
  '036-course-drafts': courseDrafts,
  '037-resting-courses': restingCourses,
  '038-phone-links': phoneLinks,
  '041-phone-changes': phoneChanges,
  '044-publish-requests': publishRequests,
  '045-confirmed-sessions': confirmedSessions,
  '046-invited-mentors': invitedMentors,
  '047-films': films,
  '048-sister-pages': sisterPages,
  '049-limited-coordinators': limitedCoordinators,
  '050-kind-words': kindWords,
  '052-kind-texts': kindTexts,
  '053-kind-words-ended': kindWordsEnded,
  '054-lists-go-on': listsGoOn,
}

/**
 * Migrates the tables to this version. A database that a newer version has migrated stays as it is: this version uses it
 * if all that it needs is still there, so that both can serve during an upgrade. Otherwise it throws.
 */
export async function migrate(db: Db): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest()
  if (!error) return
  const missing = isOfNewerVersion(error) ? await missingIn(db) : undefined
  if (missing?.length === 0) return
  const more = missing ? `; a newer version changed it: ${missing.join(', ')}` : ''
  throw new Error(adviceFor(error) + more, { cause: error })
}

/** Kysely has no code for it. It says so before it changes anything. */
function isOfNewerVersion(error: unknown): boolean {
  return error instanceof Error && /previously executed migration .* is missing/.test(error.message)
}

async function missingIn(db: Db): Promise<string[]> {
  const own = openSqlite(':memory:')
  try {
    await migratorOf(own).migrateToLatest()
    return missingFor(await schemaOf(own), await schemaOf(db))
  } finally {
    await own.destroy()
  }
}

/** Migrates an empty database to the tables that an earlier version had. */
export async function migrateTo(db: Db, migration: string): Promise<void> {
  if (!(migration in migrations)) throw new Error(`This program has no migration ${migration}: a newer version made it`)
  const { error } = await migratorOf(db).migrateTo(migration)
  if (error) throw new Error(adviceFor(error), { cause: error })
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
