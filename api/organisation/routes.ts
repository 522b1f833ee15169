import { namedCalls } from '../../contract/all-calls.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { uploadCourse } from '../../contract/organisation/course-files.ts'
import { editDraft } from '../../contract/organisation/drafts.ts'
import { checkInvitationList, LIST_BYTES } from '../../contract/organisation/invitation-lists.ts'
import { uploadCaptions, uploadPicture, uploadSound } from '../../contract/organisation/media/author-files.ts'
import { sendFilmPiece } from '../../contract/organisation/media/films.ts'
import { lazyRoutes } from '../http/lazy-routes.ts'
import { type Route, withLargeBody } from '../http/serve.ts'
import type { CourseDeps } from './courses/routes.ts'
import type { OfficeDeps } from './office-routes.ts'

/** The groups of calls (contract/all-calls.ts) with which authors work. */
const AUTHORS = [
  'orgCourses',
  'drafts',
  'findings',
  'courseVersions',
  'courseFiles',
  'authorFiles',
  'films',
  'phoneLinks',
  'sister',
]
/** The bodies of these calls are files, so api/app.ts has separate routes for them. */
const UPLOADS: readonly Endpoint[] = [uploadCourse, uploadPicture, uploadSound, uploadCaptions, sendFilmPiece]
const LARGE_BODIES = new Map<Endpoint, number>([
  // Room for several texts of 20,000 characters.
  [editDraft, 2_000_000],
  // Room for a file in base64 and the other fields.
  [checkInvitationList, Math.ceil(LIST_BYTES / 3) * 4 + 10_000],
])

const calls = namedCalls.filter(({ endpoint }) => !UPLOADS.includes(endpoint))
const ofAuthors = calls.filter(({ group }) => AUTHORS.includes(group))
const ofOffice = calls.filter(({ group, endpoint }) => !AUTHORS.includes(group) && endpoint.path.startsWith('/org/v1/'))

/**
 * The organisation's own side. The contract of each call names the roles that may make it. The code of this side is
 * half of the server's, and the part for authors also needs YAML and diff. So each part is loaded with its first call.
 */
export function organisationRoutes(deps: CourseDeps & OfficeDeps): Route[] {
  return [
    ...lazily(ofAuthors, async () => (await import('./courses/routes.ts')).organisationCourseRoutes(deps)),
    ...lazily(ofOffice, async () => (await import('./office-routes.ts')).officeRoutes(deps)),
  ]
}

function lazily(part: readonly { endpoint: Endpoint }[], load: () => Promise<Route[]>): Route[] {
  const endpoints = part.map(({ endpoint }) => endpoint)
  return lazyRoutes(endpoints, load).map((route, index) => {
    const endpoint = endpoints[index] as Endpoint
    const most = LARGE_BODIES.get(endpoint)
    return most === undefined ? route : withLargeBody(endpoint, route, most)
  })
}
