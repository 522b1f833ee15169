import { type Course, listCourses } from '../../contract/courses.ts'
import { call } from '../api.ts'
import { savedFirst } from '../offline/saved-queries.ts'
import { useQuery } from '../queries/use-query.ts'
import { useUid, useUser } from '../user/user.ts'

/** The courses of a person, loaded once a visit; once more if they turn out to see beta courses. */
export function coursesQuery(uid: string, isBeta: boolean) {
  return {
    queryKey: ['courses', uid, isBeta],
    queryFn: savedFirst(['courses', uid, isBeta], () => loadCourses(isBeta)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: uid !== '',
  }
}

async function loadCourses(isBeta: boolean): Promise<Course[]> {
  return (await call(listCourses, { query: isBeta ? { beta: '1' as const } : {} })).data
}

export function useCourses() {
  const isBeta = useUser().data?.user.isBeta ?? false
  return useQuery({ ...coursesQuery(useUid(), isBeta), keepsPrevious: true })
}

export function useCourse(courseId: string) {
  const courses = useCourses()
  return { ...courses, course: courses.data?.find(course => course.id === courseId) }
}
