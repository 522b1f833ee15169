import { actByCommand } from '../../audit-log/audit-log.ts'
import { listStoredCourses } from '../../courses/catalogue/withdraw.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import { orderCourses } from '../../organisation/courses/publish/shown-courses.ts'
import type { Command } from '../command.ts'

export const orderCoursesCommand: Command = {
  usage: '<id> <id> …',
  summary: 'Puts these courses first in the list of learners, in this order; the others keep theirs',
  async run({ db, words, print }) {
    if (words.length === 0)
      throw new Error('Name the courses: npm run admin -- order-courses first-steps-en first-aid-en')
    const known = new Set((await listStoredCourses(db)).map(({ id }) => id))
    const unknown = words.find(id => !known.has(id))
    if (unknown !== undefined)
      throw new Error(`There is no course ${unknown}. To see all: npm run admin -- list-courses`)
    await actByCommand(db, [CATALOGUE_LOCK], trx => orderCourses(trx, [...new Set(words)]))
    for (const { id, title } of await listStoredCourses(db)) print(`${id}  ${title}`)
  },
}
