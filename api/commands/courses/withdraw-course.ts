import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { actByCommand, type Done } from '../../audit-log/audit-log.ts'
import { createCourseChecker } from '../../courses/checking/course-checker.ts'
import { draftLock, newestVersion, writtenCourse } from '../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../courses/drafts/edit-log.ts'
import { openOriginals } from '../../courses/files/originals.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { publisherFor } from '../../media/publish.ts'
import {
  deleteNeverPublished,
  type PublishDeps,
  preparePublishing,
  prepareRollBack,
  publish,
  rollBack,
  showAgain,
  withdraw,
} from '../../organisation/courses/publish-acts.ts'
import { type Command, type Operator, option, orMissing } from '../command.ts'

export const withdrawCourseCommand: Command = {
  name: 'withdraw-course',
  usage: '<id> [--closed]',
  summary: 'Hides a course from learners; those in the middle may finish, unless --closed. Keeps progress and answers',
  async run({ db, words, print }) {
    const [id] = words.filter(word => !word.startsWith('--'))
    const mayFinish = !words.includes('--closed')
    await act(db, id, 'withdraw-course', (trx, course, now) => withdraw(trx, course, { mayFinish }, now))
    const who = mayFinish ? 'Only learners in the middle of it still see' : 'Learners no longer see'
    print(`${who} ${id}. To bring it back: npm run admin -- publish-course ${id}`)
  },
}

export const publishCourseCommand: Command = {
  name: 'publish-course',
  usage: '<id> [--draft]',
  summary:
    'Shows a withdrawn course again, with the progress of learners; --draft publishes what is written in the app',
  async run(operator) {
    const { db, words, print } = operator
    const [id] = words.filter(word => !word.startsWith('--'))
    if (words.includes('--draft')) await publishDraft(operator, id)
    else await act(db, id, 'publish-course', (trx, course) => showAgain(trx, course))
    print(`Learners see ${id} within a second.`)
  },
}

export const rollBackCourseCommand: Command = {
  name: 'roll-back-course',
  usage: '<id> <version>',
  summary: 'Gives learners an earlier version of a course again, as a new version',
  async run(operator) {
    const { db, words, print } = operator
    const [id, number] = words
    if (!id || !/^\d+$/.test(number ?? ''))
      throw new Error('Name the course and the version: npm run admin -- roll-back-course first-aid-en 3')
    const to = Number(number)
    await withDeps(operator, async deps => {
      const prepared = await named(id, () => prepareRollBack(deps, { id, to }), ', or no such version')
      await act(db, id, 'roll-back-course', async (trx, course, now) => {
        const version = (await newestVersion(trx, course))?.number ?? null
        return rollBack(trx, prepared, { id: course, to, version, uid: null }, now)
      })
    })
    print(`Learners see ${id} as in version ${to} within a second.`)
  },
}

export const deleteCourseCommand: Command = {
  name: 'delete-course',
  usage: '<id> --title …',
  summary: 'Deletes a course that was never published, with its draft; a published one is withdrawn instead',
  async run({ db, words, print }) {
    const [id] = words
    const title = option(words, 'title')
    if (id && !title) throw new Error(`Say its title once more, as a check: delete-course ${id} --title "First aid"`)
    await act(db, id, 'delete-course', (trx, course) => deleteNeverPublished(trx, course, title ?? ''))
    print(`${id} is deleted.`)
  },
}

async function publishDraft(operator: Operator, id: string | undefined): Promise<void> {
  const { db } = operator
  await withDeps(operator, async deps => {
    const course = id ?? ''
    const prepared = await named(course, async () => {
      const written = await writtenCourse(db, course)
      const revision = await revisionOf(db, course, written.draft)
      return preparePublishing(deps, { id: course, to: 'everybody', revision, version: written.version ?? null })
    })
    await act(db, id, 'publish-course', (trx, _, now) => publish(trx, prepared, { uid: null }, now))
  })
}

async function withDeps(operator: Operator, work: (deps: PublishDeps) => Promise<void>): Promise<void> {
  const { db, config } = operator
  const checker = createCourseChecker()
  try {
    await work({ db, checker, originals: await openOriginals(config), publisher: await publisherFor(config) })
  } finally {
    await checker.close()
  }
}

type Work = (trx: Transaction<Tables>, course: string, now: number) => Promise<Done<unknown>>

/** Does it with a line in the log, as the button of the app does. */
async function act(db: Db, id: string | undefined, command: string, work: Work): Promise<void> {
  if (!id) throw new Error(`Name the course: npm run admin -- ${command} first-aid-en (list-courses names them)`)
  await named(id, () => actByCommand(db, [draftLock(id), CATALOGUE_LOCK], (trx, now) => work(trx, id, now)))
}

async function named<T>(id: string, work: () => Promise<T>, what = ''): Promise<T> {
  try {
    return await orMissing(`There is no course ${id}${what}. To see all: npm run admin -- list-courses`, work)
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`${error.message}.`)
    throw error
  }
}
