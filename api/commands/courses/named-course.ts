import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { type ActResult, actByCommand } from '../../audit-log/audit-log.ts'
import { createCourseChecker } from '../../courses/checking/course-checker.ts'
import { draftLock } from '../../courses/drafts/draft-store.ts'
import { openOriginals } from '../../courses/files/originals.ts'
import { CATALOGUE_LOCK } from '../../courses/replace-course.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { publisherFor } from '../../media/publish.ts'
import type { PublishDeps } from '../../organisation/courses/publish/publish-course.ts'
import { type Operator, orMissing } from '../command.ts'

type Work<Result> = (trx: Transaction<Tables>, course: string, now: number) => Promise<ActResult<Result>>

/** Acts on a course, and writes a line in the log as the button of the app does. */
export async function actOnCourse<Result>(
  db: Db,
  id: string | undefined,
  command: string,
  work: Work<Result>,
): Promise<Result> {
  if (!id) throw new Error(`Name the course: npm run admin -- ${command} first-aid-en (list-courses names them)`)
  return courseNamed(id, () => actByCommand(db, [draftLock(id), CATALOGUE_LOCK], (trx, now) => work(trx, id, now)))
}

/** Does the work. Its errors become sentences for the operator; `what` names what else can be missing. */
export async function courseNamed<Result>(id: string, work: () => Promise<Result>, what = ''): Promise<Result> {
  try {
    return await orMissing(`There is no course ${id}${what}. To see all: npm run admin -- list-courses`, work)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'courses/film-in-making')
      throw new Error(`The server still makes sizes of these films. Publish when it is done: ${error.message}`)
    // The sentence about a file has no subject: the import page shows the name of the file above it.
    if (error instanceof ApiError && error.code === 'courses/bad-file')
      throw new Error(`${id} ${error.message.replace(/\.$/, '')}.`)
    if (error instanceof ApiError) throw new Error(`${error.message}.`)
    throw error
  }
}

/** Does the work with the dependencies of checking and publishing courses. */
export async function withCourseDeps(
  { db, config }: Operator,
  work: (deps: PublishDeps & Pick<Operator, 'config'>) => Promise<void>,
): Promise<void> {
  const checker = createCourseChecker()
  try {
    await work({ db, config, checker, originals: await openOriginals(config), publisher: await publisherFor(config) })
  } finally {
    await checker.close()
  }
}
