import { listReportCourses } from '../../../contract/organisation/reports.ts'
import { call } from '../../api.ts'
import { useQuery } from '../../queries/use-query.ts'

/** All courses that have reports, even if the reader does not see them as a learner. Kept for the whole visit. */
export function useReportCourses() {
  return useQuery({
    queryKey: ['organisation', 'report-courses'],
    queryFn: async () => (await call(listReportCourses, {})).data,
    gcTime: Number.POSITIVE_INFINITY,
  })
}
