import { actByCommand } from '../../audit-log/audit-log.ts'
import { OPERATOR } from '../../courses/drafts/authors.ts'
import { anyWrittenCourse } from '../../courses/drafts/draft-store.ts'
import { locksOfPair, pairCourses, sisterOf } from '../../organisation/courses/sister/sister.ts'
import type { Command } from '../command.ts'

export const pairCoursesCommand: Command = {
  usage: '<id> <sister> | <id> --undo',
  summary:
    'Pairs a course with its sister, the same course in another language: authors see which pages changed there; --undo ends that',
  async run({ db, words, print }) {
    const [id, sister] = words.filter(word => !word.startsWith('--'))
    const isUndone = words.includes('--undo')
    if (!id || (sister === undefined) !== isUndone)
      throw new Error('Name both courses: npm run admin -- pair-courses first-aid-en first-aid-ar')
    for (const one of sister === undefined ? [id] : [id, sister])
      if (!(await anyWrittenCourse(db, one)))
        throw new Error(`There is no course ${one}. To see all: npm run admin -- list-courses`)
    const to = sister ?? null
    await actByCommand(db, await locksOfPair(db, [id, to]), (trx, now) =>
      pairCourses(trx, { id, sister: to, authorId: OPERATOR }, now),
    )
    const pair = await sisterOf(db, id)
    print(pair ? `${id} and ${pair.id} are a pair. Their drafts say so.` : `${id} is in no pair now.`)
  },
}
