import { setWithdrawn } from '../../courses/catalogue/withdraw.ts'
import type { Db } from '../../database/tables.ts'
import type { Command } from '../command.ts'

export const withdrawCourseCommand: Command = {
  name: 'withdraw-course',
  usage: '<id>',
  summary: 'Hides a course from learners within a second; keeps their progress and still stores late answers',
  async run({ db, words: [id], print }) {
    await change(db, id, { command: 'withdraw-course', at: Date.now() })
    print(`Learners no longer see ${id}. To bring it back: npm run admin -- publish-course ${id}`)
  },
}

export const publishCourseCommand: Command = {
  name: 'publish-course',
  usage: '<id>',
  summary: 'Shows a withdrawn course again, with the progress of learners',
  async run({ db, words: [id], print }) {
    await change(db, id, { command: 'publish-course', at: null })
    print(`Learners see ${id} within a second.`)
  },
}

async function change(db: Db, id: string | undefined, { command, at }: { command: string; at: number | null }) {
  if (!id) throw new Error(`Name the course: npm run admin -- ${command} first-aid-en (list-courses names them)`)
  if (!(await setWithdrawn(db, id, at)))
    throw new Error(`There is no course ${id}. To see all: npm run admin -- list-courses`)
}
