import type { ReportSettings } from './days/report-settings.ts'

/** What every report is made with. */
export type ReportContext = { settings: ReportSettings; now: number }
