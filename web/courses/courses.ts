import { type Course, listCourses } from '../../contract/courses.ts'
import { call } from '../api.ts'
import { isFromEarlierVisit, savedFirst } from '../offline/saved-queries.ts'
import { useQuery } from '../queries/use-query.ts'
import { useUid, useUser } from '../user/user.ts'

/** The courses of a person, loaded once in a visit, and again if the person turns out to see beta courses. */
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

function useOwnCoursesQuery() {
  const isBeta = useUser().data?.user.isBeta ?? false
  return coursesQuery(useUid(), isBeta)
}

export function useCourses() {
  return useQuery({ ...useOwnCoursesQuery(), keepsPrevious: true })
}

export function useCourse(courseId: string) {
  const { queryKey } = useOwnCoursesQuery()
  const courses = useCourses()
  const course = courses.data?.find(one => one.id === courseId)
  // The list of an earlier visit, or the one without beta courses, may lack this course. The list that is being loaded
  // decides.
  const isOld = courses.dataUpdatedAt === 0 || isFromEarlierVisit(queryKey)
  return { ...courses, course, isPending: courses.isPending || (!course && isOld && courses.isFetching) }
}
