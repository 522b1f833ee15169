import type { PersonalData } from './account/personal-data/personal-data.ts'
import { phoneChangesOfPerson } from './account/phone-changes.ts'
import { textConsentOfPerson } from './account/text-consent.ts'
import { courseWorkOfPerson } from './courses/drafts/authors.ts'
import { handOversOfPerson } from './inbox/hand-overs-of-person.ts'
import { endOfKindWordsOfPerson, kindWordsOfPerson } from './inbox/kind-words.ts'
import { lessonsOfPerson } from './lessons/personal-data.ts'
import { stepsOfPerson } from './lessons/step-times.ts'
import { recordingsOfPerson } from './media/recordings/personal-data.ts'
import type { Storage } from './media/storage/storage.ts'
import { messagesOfPerson } from './messages/personal-data.ts'
import { browsersOfPerson } from './messages/push/personal-data.ts'
import { kindTextsOfPerson } from './organisation/kind-words/kind-texts.ts'
import { auditLinesOfPerson, invitationsOfPerson } from './organisation/personal-data.ts'
import { approvedSignInsOfPerson } from './sign-in/other-ways/approved-sign-ins.ts'
import { waitsOfPerson } from './waits/personal-data.ts'

/** Everything that stores something about a person. */
export function createPersonalDataSources(recordings: Storage): readonly PersonalData[] {
  return [
    lessonsOfPerson,
    stepsOfPerson,
    recordingsOfPerson(recordings),
    messagesOfPerson(recordings),
    handOversOfPerson,
    waitsOfPerson,
    browsersOfPerson,
    auditLinesOfPerson,
    courseWorkOfPerson,
    textConsentOfPerson,
    kindWordsOfPerson,
    endOfKindWordsOfPerson,
    kindTextsOfPerson,
    phoneChangesOfPerson,
    approvedSignInsOfPerson,
    invitationsOfPerson,
  ]
}
