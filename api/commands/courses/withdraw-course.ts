import { anyWrittenCourse, newestVersion, writtenCourse } from '../../courses/drafts/draft-store.ts'
import { revisionOf } from '../../courses/drafts/edit-log.ts'
import { deleteNeverPublished } from '../../organisation/courses/course-acts.ts'
import { preparePublishing } from '../../organisation/courses/publish/publish-course.ts'
import { publishOrAsk } from '../../organisation/courses/publish/publish-requests.ts'
import { prepareRollBack, rollBack } from '../../organisation/courses/publish/roll-back.ts'
import { showAgain, withdraw } from '../../organisation/courses/publish/shown-courses.ts'
import { type Command, type Operator, option } from '../command.ts'
import { actOnCourse, courseNamed, withCourseDeps } from './named-course.ts'

export const withdrawCourseCommand: Command = {
  usage: '<id> [--closed]',
  summary: 'Hides a course from learners; those who have begun may finish, unless --closed. Keeps progress and answers',
  async run({ db, words, print }) {
    const [id] = words.filter(word => !word.startsWith('--'))
    const mayFinish = !words.includes('--closed')
    await actOnCourse(db, id, 'withdraw-course', (trx, course, now) => withdraw(trx, course, { mayFinish }, now))
    const who = mayFinish ? 'Only learners in the middle of it still see' : 'Learners no longer see'
    print(`${who} ${id}. To bring it back: npm run admin -- publish-course ${id}`)
  },
}

export const publishCourseCommand: Command = {
  usage: '<id> [--draft [--beta]]',
  summary:
    'Shows a withdrawn course again, with the progress of learners; --draft publishes what is written in the app, ' +
    'with --beta for beta users only',
  async run(operator) {
    const { db, words, print } = operator
    const [id] = words.filter(word => !word.startsWith('--'))
    const to = words.includes('--beta') ? 'beta' : 'everybody'
    const isDraft = words.includes('--draft')
    if (to === 'beta' && !isDraft)
      throw new Error(`--beta: needs --draft: npm run admin -- publish-course ${id ?? 'first-aid-en'} --draft --beta`)
    if (isDraft) await publishDraft(operator, id, to)
    else {
      const state = id && (await anyWrittenCourse(db, id))?.state
      if (state === 'draft') throw new Error(`${id} was never published: npm run admin -- publish-course ${id} --draft`)
      await actOnCourse(db, id, 'publish-course', (trx, course) => showAgain(trx, course))
    }
    print(`${to === 'beta' ? 'Beta users' : 'Learners'} see ${id} within a second.`)
  },
}

export const rollBackCourseCommand: Command = {
  usage: '<id> <version>',
  summary: 'Gives learners an earlier version of a course again, as a new version',
  async run(operator) {
    const { db, words, print } = operator
    const [id, number] = words
    if (!id || !/^\d{1,9}$/.test(number ?? ''))
      throw new Error('Name the course and the version: npm run admin -- roll-back-course first-aid-en 3')
    const to = Number(number)
    await withCourseDeps(operator, async deps => {
      const prepared = await courseNamed(id, () => prepareRollBack(deps, { id, to }), ', or no such version')
      await actOnCourse(db, id, 'roll-back-course', async (trx, course, now) => {
        const version = (await newestVersion(trx, course))?.number ?? null
        return rollBack(trx, prepared, { id: course, to, version, uid: null }, now)
      })
    })
    print(`Learners see ${id} as in version ${to} within a second.`)
  },
}

export const deleteCourseCommand: Command = {
  usage: '<id> --title …',
  summary: 'Deletes a course that was never published, with its draft; a published one is withdrawn instead',
  async run({ db, words, print }) {
    const [id] = words
    const title = option(words, 'title')
    if (id && !title) throw new Error(`Say its title once more, as a check: delete-course ${id} --title "First aid"`)
    await actOnCourse(db, id, 'delete-course', (trx, course) => deleteNeverPublished(trx, course, title ?? ''))
    print(`${id} is deleted.`)
  },
}

async function publishDraft(operator: Operator, id: string | undefined, to: 'beta' | 'everybody'): Promise<void> {
  const { db } = operator
  await withCourseDeps(operator, async deps => {
    const course = id ?? ''
    const prepared = await courseNamed(course, async () => {
      const written = await writtenCourse(db, course)
      if (!written.draft)
        throw new Error(
          `${course} has no draft: nothing was written since its last version. ` +
            `If it is withdrawn, this shows it again: npm run admin -- publish-course ${course}`,
        )
      const revision = await revisionOf(db, course, written.draft)
      return preparePublishing(deps, { id: course, to, revision, version: written.version ?? null })
    })
    await actOnCourse(db, id, 'publish-course', (trx, _, now) => publishOrAsk(trx, prepared, { uid: null, to }, now))
  })
}
