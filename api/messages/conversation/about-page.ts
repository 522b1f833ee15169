import { recordingIn } from '../../../contract/media.ts'
import type { About } from '../../../contract/messages.ts'
import type { StoredAnswer } from '../../../contract/progress.ts'
import { firstLetters } from '../../../contract/text/first-letters.ts'
import { pageTitle } from '../../courses/catalogue/page-title.ts'
import type { Db } from '../../database/tables.ts'
import type { AnsweredPageFor } from '../../lessons/answered-page.ts'
import { choicesInWords } from '../../lessons/in-words.ts'

const ANSWER_SHOWN = 500

/** A page as it is now or in its last version, with the learner's answer. Throws if this learner may not see it. */
export type AboutPage = (learnerUid: string, page: { lessonId: string; pageId: string }) => Promise<About>

export function aboutPages(db: Db, answeredPageFor: AnsweredPageFor): AboutPage {
  return async (learnerUid, { lessonId, pageId }) => {
    const { page, place } = await answeredPageFor(learnerUid, lessonId, pageId)
    const answer = await answerOn(db, learnerUid, lessonId, pageId)
    const recording = recordingIn(answer)
    return {
      courseId: place?.courseId ?? '',
      lessonId,
      lessonNumber: place?.lessonNumber ?? 1,
      lessonTitle: place?.lessonTitle ?? '',
      pageId,
      pageNumber: place?.pageNumber ?? 1,
      pageTitle: page ? pageTitle(page) : '',
      ...(recording ? { recording } : {}),
      ...(answer !== undefined && !recording ? { answer: shown(choicesInWords(answer, page) ?? [answer].flat()) } : {}),
    }
  }
}

async function answerOn(db: Db, uid: string, lessonId: string, pageId: string): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('page_answers')
    .select('answer')
    .where('uid', '=', uid)
    .where('lesson_id', '=', lessonId)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return row?.answer ? JSON.parse(row.answer) : undefined
}

function shown(words: readonly string[]): string {
  return firstLetters(words.filter(word => word !== '').join(' · '), ANSWER_SHOWN)
}
