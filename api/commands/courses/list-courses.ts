import { listStoredCourses, type StoredCourse } from '../../courses/catalogue/withdraw.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { unpublishedIds, writtenCourse } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import type { Command } from '../command.ts'

export const listCoursesCommand: Command = {
  usage: '',
  summary: 'Lists the courses: id, title, lessons, and which are drafts, beta or withdrawn',
  async run({ db, print }) {
    const courses = await listStoredCourses(db)
    const drafts = await unpublishedDrafts(db)
    if (courses.length + drafts.length === 0) print('There is no course yet: npm run admin -- import-course <folder>')
    for (const course of courses) print(lineOf(course) + noteOn(course))
    for (const draft of drafts) print(`${lineOf(draft)}  only a draft`)
  },
}

type Named = Pick<StoredCourse, 'id' | 'title' | 'lessons'>

function lineOf({ id, title, lessons }: Named): string {
  return `${id}  ${title}  ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`
}

function noteOn({ isBeta, withdrawnAt }: StoredCourse): string {
  if (withdrawnAt !== null) return `  withdrawn on ${new Date(withdrawnAt).toISOString().slice(0, 10)}`
  return isBeta ? '  for beta users only' : ''
}

/** Courses that were begun in the app or by a command, and never published. */
async function unpublishedDrafts(db: Db): Promise<Named[]> {
  const drafts = (await unpublishedIds(db)).map(async id => {
    const { title = id, lessons } = new DraftCourse((await writtenCourse(db, id)).texts)
    return { id, title, lessons: lessons.length }
  })
  return Promise.all(drafts)
}
