/** The calls of the reports, and what they reply. */
export * from './reports/course-funnel.ts'
export * from './reports/mentor-times.ts'
export * from './reports/overview.ts'
export * from './reports/page-versions.ts'
export * from './reports/questions.ts'
export { Day, MIN_SHOWN, reportSpans } from './reports/report-query.ts'
export * from './reports/silent.ts'
export * from './reports/voices.ts'
