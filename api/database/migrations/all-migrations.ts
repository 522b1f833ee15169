// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.
import * as first from './001-first.ts'
import * as accounts from './002-accounts.ts'
import * as recordings from './003-recordings.ts'
import * as messages from './004-messages.ts'
import * as push from './005-push.ts'
import * as wasSeen from './006-was-seen.ts'
import * as knownPages from './007-known-pages.ts'
import * as withdrawnCourses from './008-withdrawn-courses.ts'
import * as stepTimes from './011-step-times.ts'
import * as pushTold from './013-push-told.ts'
import * as handOverNotes from './015-hand-over-notes.ts'
import * as answerTypes from './016-answer-types.ts'
import * as emailChanges from './018-email-changes.ts'
import * as handOversByGiver from './022-hand-overs-by-giver.ts'
import * as lessonFiles from './023-lesson-files.ts'
import * as firstPicks from './024-first-picks.ts'
import * as waits from './025-waits.ts'
import * as courseVersions from './026-course-versions.ts'
import * as textConsents from './027-text-consents.ts'
import * as reportIndexes from './028-report-indexes.ts'
import * as answersByPerson from './029-answers-by-person.ts'
import * as team from './030-team.ts'
import * as people from './031-people.ts'
import * as invitations from './032-invitations.ts'
import * as sendings from './033-sendings.ts'
import * as otherWays from './035-other-ways.ts'
import * as courseDrafts from './036-course-drafts.ts'
import * as restingCourses from './037-resting-courses.ts'
import * as phoneLinks from './038-phone-links.ts'
import * as phoneChanges from './041-phone-changes.ts'
import * as publishRequests from './044-publish-requests.ts'
import * as confirmedSessions from './045-confirmed-sessions.ts'
import * as invitedMentors from './046-invited-mentors.ts'
import * as films from './047-films.ts'
import * as sisterPages from './048-sister-pages.ts'
import * as limitedCoordinators from './049-limited-coordinators.ts'
import * as kindWords from './050-kind-words.ts'
import * as kindTexts from './052-kind-texts.ts'
import * as kindWordsEnded from './053-kind-words-ended.ts'
import * as listsGoOn from './054-lists-go-on.ts'

export const migrations = {
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
