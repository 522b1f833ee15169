import { listStoredCourses, type StoredCourse } from '../../courses/catalogue/withdraw.ts'
import type { Command } from '../command.ts'

export const listCoursesCommand: Command = {
  usage: '',
  summary: 'Lists the courses: id, title, lessons, and which are beta or withdrawn',
  async run({ db, print }) {
    const courses = await listStoredCourses(db)
    if (courses.length === 0) print('There is no course yet: npm run admin -- import-course <folder>')
    for (const course of courses) {
      const { id, title, lessons } = course
      print(`${id}  ${title}  ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}${noteOn(course)}`)
    }
  },
}

function noteOn({ isBeta, withdrawnAt }: StoredCourse): string {
  if (withdrawnAt !== null) return `  withdrawn on ${new Date(withdrawnAt).toISOString().slice(0, 10)}`
  return isBeta ? '  for beta users only' : ''
}
