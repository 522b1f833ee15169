import { listCourses } from '../../contract/courses.ts'
import type { Db } from '../database/tables.ts'
import { type Route, serveBytes } from '../http/serve.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { sendPrepared } from './catalogue/prepared.ts'
import { withdrawnCoursesFor } from './catalogue/withdrawn-courses.ts'

type Courses = {
  db: Db
  catalogue: Catalogue
  /** Asks the database: anybody can write `beta` into a request. */
  isBeta(uid: string): Promise<boolean>
}

export function courseRoutes({ db, catalogue, isBeta }: Courses): Route[] {
  return [
    serveBytes(listCourses, async ({ user, query, headers, reply }) => {
      const seesBeta = query.beta === '1' && (await isBeta(user.uid))
      const resting = await withdrawnCoursesFor(db, user.uid, catalogue.resting())
      const who = { isBeta: seesBeta }
      const list = resting.length === 0 ? catalogue.coursesFor(who) : catalogue.coursesWith(who, resting)
      return sendPrepared(headers, reply, list)
    }),
  ]
}
