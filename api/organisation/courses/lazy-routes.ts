import { namedCalls } from '../../../contract/all-calls.ts'
import * as courseFiles from '../../../contract/organisation/course-files.ts'
import { editDraft } from '../../../contract/organisation/drafts.ts'
import * as authorFiles from '../../../contract/organisation/media/author-files.ts'
import { sendFilmPiece } from '../../../contract/organisation/media/films.ts'
import { lazyRoutes, type Route, withLargeBody } from '../../http/serve.ts'
import type { CourseDeps } from './routes.ts'

/** The groups of calls (contract/all-calls.ts) with which authors work. */
const GROUPS = ['orgCourses', 'drafts', 'courseVersions', 'courseFiles', 'authorFiles', 'films', 'phoneLinks', 'sister']
/** Their bodies are files, so api/app.ts has routes of their own for them. */
const UPLOADS: readonly object[] = [
  courseFiles.uploadCourse,
  authorFiles.bringPicture,
  authorFiles.bringSound,
  authorFiles.bringCaptions,
  sendFilmPiece,
]
/** Room for several texts of 20,000 characters. */
const MOST_EDIT_BYTES = 2_000_000

/** The work of authors. Its code, with YAML, Markdown and comparing texts, is a third of all. */
export function lazyCourseRoutes(deps: CourseDeps): Route[] {
  const calls = namedCalls.flatMap(({ group, endpoint }) =>
    GROUPS.includes(group) && !UPLOADS.includes(endpoint) ? [endpoint] : [],
  )
  const load = async () => (await import('./routes.ts')).organisationCourseRoutes(deps)
  return lazyRoutes(calls, load).map((route, index) =>
    calls[index] === editDraft ? withLargeBody(route, MOST_EDIT_BYTES) : route,
  )
}
