import { listCourses } from '../../contract/courses.ts'
import { type Route, serveBytes } from '../http/serve.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { sendPrepared } from './catalogue/prepared.ts'

type Courses = {
  catalogue: Catalogue
  /** Asks the database: anybody can write `beta` into a request. */
  isBeta(uid: string): Promise<boolean>
}

export function courseRoutes({ catalogue, isBeta }: Courses): Route[] {
  return [
    serveBytes(listCourses, async ({ user, query, headers, reply }) => {
      const seesBeta = query.beta === '1' && (await isBeta(user.uid))
      return sendPrepared(headers, reply, catalogue.coursesFor({ isBeta: seesBeta }))
    }),
  ]
}
