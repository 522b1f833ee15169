import { listReportCourses } from '../../../contract/organisation/reports.ts'
import { call } from '../../api.ts'
import { useQuery } from '../../queries/use-query.ts'

/** All courses that a report can be about, whatever the reader sees as a learner. Kept for the whole visit. */
export function useReportCourses() {
  return useQuery({
    queryKey: ['organisation', 'report-courses'],
    queryFn: async () => (await call(listReportCourses, {})).data,
    gcTime: Number.POSITIVE_INFINITY,
  })
}
