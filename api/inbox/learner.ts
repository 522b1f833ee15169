import type { Reply } from '../../contract/calls/endpoint.ts'
import type { getLearner, LearnerAnswer } from '../../contract/inbox/learner.ts'
import { recordingIn } from '../../contract/media.ts'
import type { StoredAnswer, UserLessonData } from '../../contract/progress.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import { pageTitle } from '../courses/catalogue/page-title.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { AnsweredPageOf } from '../lessons/answered-page.ts'
import { coursesOf } from '../lessons/courses-of-person.ts'
import { choicesInWords } from '../lessons/in-words.ts'
import { isToReview } from '../lessons/to-review.ts'
import { learnerOf, type Mentor } from '../messages/conversation/participant.ts'
import { handOverNoteFor } from './hand-over-learner.ts'
import { learnerName } from './inbox.ts'
import { haveKindWordsEnded, kindWordFor } from './kind-words.ts'

const PER_ANSWER = 30

type Deps = {
  catalogue: Catalogue
  answeredPageOf: AnsweredPageOf
  lessonDataOf: (uid: string) => Promise<UserLessonData>
}

/** One learner of the mentor, with their answers before a time (epoch ms in digits), newest first. */
export async function learnerFor(
  db: Db,
  mentor: Mentor,
  { uid, before }: { uid: string; before: string | undefined },
  { catalogue, answeredPageOf, lessonDataOf }: Deps,
  now: number,
): Promise<Reply<typeof getLearner>['data']> {
  const learner = await learnerOf(db, mentor, uid)
  const user = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
  const { answers, hasMore } = await answersOf(db, uid, Number(before ?? Number.MAX_SAFE_INTEGER))
  const courses = await coursesOf(db, uid, { catalogue, lessonDataOf })
  const note = await handOverNoteFor(db, uid)
  const kindWord = await kindWordFor(db, uid, now)
  return {
    uid,
    name: learnerName(user),
    phoneNumber: user.phone_number,
    email: user.email,
    createdAt: user.created_at,
    ...(learner.mentor.id === mentor.id ? {} : { coveredFor: learner.mentor.name }),
    ...(note ? { note } : {}),
    ...(kindWord ? { kindWord } : {}),
    ...((await haveKindWordsEnded(db, uid)) ? { kindWordsEnded: true as const } : {}),
    courses: courses.map(({ id, title, note, percent }) => ({ id, title, note, percent })),
    answers: (await Promise.all(answers.map(row => answerFrom(row, answeredPageOf)))).flat(),
    hasMore,
  }
}

type Row = Tables['page_answers']

/** All answers of the same time are in one reply, because the next request asks for answers before a time. */
async function answersOf(db: Db, uid: string, before: number): Promise<{ answers: Row[]; hasMore: boolean }> {
  const given = db
    .selectFrom('page_answers')
    .selectAll()
    .where('uid', '=', uid)
    .where('answered_at', '<', before)
    .where('answer', 'is not', null)
    .orderBy('answered_at', 'desc')
  const newest = await given.limit(PER_ANSWER + 1).execute()
  const last = newest[PER_ANSWER - 1]
  if (last === undefined || newest.length <= PER_ANSWER) return { answers: newest, hasMore: false }
  const older = await given.where('answered_at', '<', last.answered_at).limit(1).execute()
  const answers = await given.where('answered_at', '>=', last.answered_at).execute()
  return { answers, hasMore: older.length > 0 }
}

async function answerFrom(row: Row, answeredPageOf: AnsweredPageOf): Promise<LearnerAnswer[]> {
  const found = await answeredPageOf(row.lesson_id, row.page_id)
  if (!found) return []
  const { page, place, isGone } = found
  const answer = JSON.parse(row.answer ?? '""') as StoredAnswer
  const recording = recordingIn(answer)
  return [
    {
      courseId: place?.courseId ?? '',
      courseTitle: place?.courseTitle ?? '',
      lessonId: row.lesson_id,
      lessonNumber: place?.lessonNumber ?? 1,
      lessonTitle: place?.lessonTitle ?? '',
      pageId: row.page_id,
      pageNumber: place?.pageNumber ?? 1,
      pageTitle: page ? pageTitle(page) : '',
      answer,
      words: recording ? [] : (choicesInWords(answer, page) ?? [answer].flat()).filter(word => word.trim() !== ''),
      ...(recording ? { recording } : {}),
      answeredAt: row.answered_at,
      isToReview: isToReview(row),
      ...(isGone ? { isGone } : {}),
    },
  ]
}
