import type { Reach } from '../../../contract/team-roles.ts'
import type { ReportSettings } from './days/report-settings.ts'

/** The data that every report needs. */
export type ReportContext = { settings: ReportSettings; reach: Reach; now: number }
