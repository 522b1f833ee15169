import { openDatabase } from '../../api/database/open.ts'
import type { Db } from '../../api/database/tables.ts'
import { DAY, HOUR, MINUTE } from '../../contract/time.ts'
import type { Server } from '../server.ts'

const PAGES = ['start', 'pressure', 'first-step', 'kit', 'kinds', 'words', 'confidence', 'kit-this-year', 'last-time']
/** Two spellings of one name. The numbers of these mentors end with 901 and 902. */
const MENTORS = ['سلمى حداد', 'سلمي حدّاد']

/** Answers of these last days belong to the second version of the course. */
type Options = { secondVersionSinceDays?: number }

/**
 * Writes 60 learners of two mentors and what they did in the last weeks: most who stop, stop at the page `kit`, a wrong
 * answer tempts many, and one mentor is late. It uses SQL, because the calls cannot write in the past.
 */
export async function writeReportRows(server: Server, lesson: string, options: Options = {}): Promise<void> {
  const db = await openDatabase({ databaseUrl: '', dataDir: server.dataDir })
  try {
    await insertRows(db, lesson, Date.now(), options)
  } finally {
    await db.destroy()
  }
}

async function insertRows(
  db: Db,
  lesson_id: string,
  now: number,
  { secondVersionSinceDays = 0 }: Options,
): Promise<void> {
  const mentors = MENTORS.map((name, index) => ({ id: 901 + index, name }))
  await db
    .insertInto('responders')
    .values(mentors.map(({ id, name }) => ({ id, name, phone_number: `+971590000${id}`, is_active: 1, created_at: 1 })))
    // If this is called for another lesson, the mentors already exist.
    .onConflict(already => already.doNothing())
    .execute()
  const people = Array.from({ length: 60 }, (_, index) => ({
    uid: `${lesson_id}-${index}`,
    name: `${index % 2 === 0 ? 'نورة' : 'Omar'} ${index + 1}`,
    mentor: index < 54 ? (mentors[index % 3 === 0 ? 0 : 1]?.id ?? null) : null,
    beganAt: now - (3 + (index % 23)) * DAY,
    // A third of the people stop at the fourth page.
    pages: index % 3 === 0 ? 3 : PAGES.length,
  }))
  await db
    .insertInto('users')
    .values(
      people.map(({ uid, name, mentor, beganAt, pages }) => ({
        ...{ uid, display_name: name, is_beta: 0, responder_id: mentor, created_at: beganAt - DAY },
        ...{ began_at: beganAt, active_at: beganAt + pages * MINUTE },
      })) as never,
    )
    .execute()
  const given = people.flatMap(({ uid, beganAt, pages }, index) =>
    PAGES.slice(0, pages).map((page_id, number) => ({
      uid,
      page_id,
      at: beganAt + number * MINUTE,
      first: firstPick(index),
    })),
  )
  for (let begin = 0; begin < given.length; begin += 200)
    await db
      .insertInto('page_answers')
      .values(
        given.slice(begin, begin + 200).map(({ uid, page_id, at, first }) => ({
          ...{
            uid,
            lesson_id,
            page_id,
            answered_at: at,
            logged_at: at,
            first_at: at,
            is_own_words: 0,
            course_version: at > now - secondVersionSinceDays * DAY ? 2 : 1,
          },
          ...(page_id === 'first-step'
            ? { answer: '"press"', first_answer: `"${first}"`, tries: first === 'press' ? 1 : 2 }
            : { answer: null, first_answer: null, tries: null }),
        })) as never,
      )
      .execute()
  const finished = people.filter(({ pages }) => pages === PAGES.length)
  await db
    .insertInto('completed_lessons')
    .values(finished.map(({ uid, beganAt }) => ({ uid, lesson_id, completed_at: beganAt + HOUR })))
    .execute()
  await db
    .insertInto('waits')
    .values(
      people.slice(0, 24).map(({ uid, mentor }, index) => {
        const isOpen = index < 5
        const began_at = now - (index + 1) * 20 * HOUR
        return {
          ...{ learner_uid: uid, kind: 'message', lesson_id: '', page_id: '', began_at, is_voice: index % 2 },
          ...{ ended_at: isOpen ? null : began_at + (index % 7) * 6 * HOUR + HOUR, ended_by: isOpen ? null : mentor },
          how: isOpen ? null : 'answered',
        }
      }) as never,
    )
    .execute()
}

function firstPick(index: number): string {
  if (index % 3 === 1) return 'powder'
  return index % 10 === 0 ? 'wait' : 'press'
}
