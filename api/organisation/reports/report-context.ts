import type { ReportSettings } from './days/report-settings.ts'

/** The data that every report needs. */
export type ReportContext = { settings: ReportSettings; now: number }
