import * as v from 'valibot'
import { endpoint, type Reply } from '../../calls/endpoint.ts'
import { teamRoles } from '../../team-roles.ts'

/** At most this many results of each kind. */
export const MAX_FOUND = 8

/** Finds people, courses and pages by a name, a phone number or a title: only what the person's roles may see. */
export const searchEverything = endpoint({
  method: 'GET',
  path: '/org/v1/search',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  query: v.object({ q: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)) }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      people: v.array(
        v.object({
          uid: v.string(),
          name: v.nullable(v.string()),
          phoneNumber: v.nullable(v.string()),
          email: v.nullable(v.string()),
        }),
      ),
      courses: v.array(v.object({ id: v.string(), title: v.string() })),
      /** Pages as an author opens them: of the draft where there is one, also of courses that nobody sees yet. */
      pages: v.array(
        v.object({
          id: v.string(),
          title: v.string(),
          lessonId: v.string(),
          lessonTitle: v.string(),
          courseId: v.string(),
          courseTitle: v.string(),
        }),
      ),
    }),
  }),
})
export type Found = Reply<typeof searchEverything>['data']
