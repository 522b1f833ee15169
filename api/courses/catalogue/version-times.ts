import type { Db } from '../../database/tables.ts'

/** The versions of each course in order, by course id, with their times. Withdrawn courses are included. */
export type VersionTimes = ReadonlyMap<string, readonly { number: number; madeAt: number }[]>

export async function readVersionTimes(db: Db): Promise<VersionTimes> {
  const rows = await db
    .selectFrom('course_versions')
    .select(['course_id', 'number', 'made_at as madeAt'])
    .orderBy('number')
    .execute()
  const times = new Map<string, typeof rows>()
  for (const row of rows) times.set(row.course_id, [...(times.get(row.course_id) ?? []), row])
  return times
}

/** The version that learners got at this time, but at least the first one. Undefined for an unknown course. */
export function versionAt(times: VersionTimes, courseId: string, time: number): number | undefined {
  const versions = times.get(courseId)
  return (versions?.findLast(({ madeAt }) => madeAt <= time) ?? versions?.[0])?.number
}
