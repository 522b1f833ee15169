import { resolve } from 'node:path'
import { importCourse } from '../courses/import.ts'
import type { Command } from './command.ts'

export const importCourseCommand: Command = {
  name: 'import-course',
  usage: '<folder>',
  summary: 'Takes in a course, or a new version of it; what learners did stays',
  async run({ db, config, words: [folder], print }) {
    if (!folder) throw new Error('Say which: npm run admin -- import-course courses/first-aid-en')
    const { course, lessons, pages, warnings } = await importCourse(db, resolve(folder), { mediaDir: config.mediaDir })
    for (const warning of warnings) print(warning)
    print(`${course} is in: lessons ${lessons}, pages ${pages}, things cleaned away ${warnings.length}.`)
  },
}
