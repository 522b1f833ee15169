import * as calls from '../../../contract/organisation/people.ts'
import type { UserLessonData } from '../../../contract/progress.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { listPeople } from './list/list-people.ts'
import { personOf } from './person/person.ts'

export type PeopleDeps = {
  db: Db
  now: () => number
  catalogue: Catalogue
  lessonDataOf: (uid: string) => Promise<UserLessonData>
}

/** Calls that find people and show the progress of one of them. */
export function peopleRoutes(deps: PeopleDeps): Route[] {
  const { db, now, catalogue, lessonDataOf } = deps
  return [
    serve(calls.listPeople, async ({ query, reach }) => ({
      success: true,
      data: await listPeople(db, query, { catalogue, reach, now: now() }),
    })),
    serve(calls.getPerson, async ({ params: { uid }, reach }) => ({
      success: true,
      data: await personOf(db, uid, { catalogue, lessonDataOf, reach, now: now() }),
    })),
  ]
}
