import { getOrgHome, showFirstSteps } from '../../contract/organisation/home.ts'
import { serveAct } from '../audit-log/serve-act.ts'
import type { Config } from '../config.ts'
import type { CourseChecker } from '../courses/checking/course-checker.ts'
import { type Route, serve } from '../http/serve.ts'
import type { PacedSender } from '../senders/paced-sender.ts'
import { rolesOf } from '../team/roles.ts'
import { firstSteps, hideFirstSteps } from './home/first-steps.ts'
import { type HomeDeps, homeItems } from './home/home.ts'
import type { ListDeps } from './invitations/list-routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { kindWordRoutes } from './kind-words/routes.ts'
import { logRoutes } from './log/routes.ts'
import { type MentorActDeps, mentorActRoutes } from './people/mentor-act-routes.ts'
import { type PersonActDeps, personActRoutes } from './people/person-act-routes.ts'
import { type PeopleDeps, peopleRoutes } from './people/routes.ts'
import { reportSettings } from './reports/days/report-settings.ts'
import { reportRoutes } from './reports/routes.ts'
import type { ReportRunner } from './reports/thread/report-runner.ts'
import { searchRoutes } from './search/search.ts'
import { type BackupDeps, backupRoutes } from './settings/backup-routes.ts'
import { openCertificate } from './settings/certificate.ts'
import { orgSettingsRoutes, type SettingsDeps } from './settings/routes.ts'
import { teamRoutes } from './team/routes.ts'

export type OfficeDeps = PeopleDeps &
  Omit<HomeDeps, 'certificate'> &
  MentorActDeps &
  PersonActDeps &
  Omit<SettingsDeps, 'certificate'> &
  BackupDeps &
  ListDeps & {
    kindTextSender: PacedSender
    config: Config
    inviteKey: Buffer
    recoveryKey: Buffer
    limitFactor: number
    reports: ReportRunner
    checker: CourseChecker
  }

/** The calls of owners and coordinators: people, team, reports, settings. */
export function officeRoutes(services: OfficeDeps): Route[] {
  const deps = { ...services, certificate: openCertificate(services.config.publicUrl) }
  return [
    ...teamRoutes(deps),
    ...peopleRoutes(deps),
    ...reportRoutes(deps),
    ...kindWordRoutes(deps),
    ...mentorActRoutes(deps),
    ...personActRoutes(deps),
    ...invitationRoutes(deps),
    ...orgSettingsRoutes(deps),
    ...backupRoutes(deps),
    serve(getOrgHome, async ({ user, reach }) => {
      const roles = await rolesOf(deps.db, user.uid)
      const items = await homeItems(deps, { uid: user.uid, roles, reach })
      const steps = roles.includes('owner') ? await firstSteps(deps.db) : []
      const timeZone = steps.length > 0 ? (await reportSettings(deps.db)).timeZone : null
      return { success: true, data: { items, firstSteps: steps, timeZone, checkedAt: deps.now() } }
    }),
    serveAct(deps, showFirstSteps, {
      locks: () => [],
      work: async (trx, { body: { isShown } }) => {
        await hideFirstSteps(trx, !isShown)
        return { result: null, lines: [] }
      },
      reply: () => ({ success: true }),
    }),
    ...searchRoutes(deps),
    ...logRoutes(deps),
  ]
}
