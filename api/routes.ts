// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.
import { identityRoutes } from './account/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { courseRoutes } from './courses/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { lessonFileRoutes } from './lesson-files/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

export const routesByNoun = {
  account: identityRoutes,
  analytics: analyticsRoutes,
  courses: courseRoutes,
  health: healthRoutes,
  inbox: inboxRoutes,
  'lesson-files': lessonFileRoutes,
  lessons: lessonRoutes,
  messages: messageRoutes,
  organisation: organisationRoutes,
  settings: settingsRoutes,
}
