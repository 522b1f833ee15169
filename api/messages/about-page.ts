import { recordingIn } from '../../contract/media.ts'
import type { About } from '../../contract/messages.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import { Refusal } from '../../contract/refusals.ts'
import { pageTitle } from '../courses/page-title.ts'
import type { Db } from '../database/tables.ts'
import { inWords } from '../lessons/in-words.ts'
import type { LessonFor } from '../lessons/lesson-for.ts'

const ANSWER_SHOWN = 500

/** A page as it is now, with what the learner answered there. Refuses one that is not there for them. */
export function aboutPages(db: Db, lessonFor: LessonFor) {
  return async (learnerUid: string, { lessonId, pageId }: { lessonId: string; pageId: string }): Promise<About> => {
    const lesson = await lessonFor(learnerUid, lessonId)
    const page = lesson.pages.find(({ id }) => id === pageId)
    if (!page) throw new Refusal('not-found')
    const answer = await answerOn(db, learnerUid, lessonId, pageId)
    const recording = recordingIn(answer)
    return {
      courseId: lesson.courseId,
      lessonId,
      lessonNumber: lesson.number,
      lessonTitle: lesson.title,
      pageId,
      pageNumber: lesson.pageIds.indexOf(pageId) + 1,
      pageTitle: pageTitle(page),
      ...(recording ? { recording } : {}),
      ...(answer !== undefined && !recording ? { answer: shown(inWords(answer, page) ?? [answer].flat()) } : {}),
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
  return words
    .filter(word => word !== '')
    .join(' · ')
    .slice(0, ANSWER_SHOWN)
}
