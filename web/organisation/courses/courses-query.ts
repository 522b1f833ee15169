import { listOrgCourses } from '../../../contract/organisation/courses.ts'
import { call } from '../../api.ts'

export const orgCoursesQuery = {
  queryKey: ['organisation', 'courses'],
  queryFn: async () => (await call(listOrgCourses, {})).data,
}
