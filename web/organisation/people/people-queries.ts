import { listMentors } from '../../../contract/organisation/mentors.ts'
import { getPerson } from '../../../contract/organisation/people.ts'
import { call } from '../../api.ts'

export const mentorsQuery = {
  queryKey: ['organisation', 'mentors'],
  queryFn: async () => (await call(listMentors, {})).data,
}

export function personQuery(uid: string) {
  return {
    queryKey: ['organisation', 'person', uid],
    queryFn: async () => (await call(getPerson, { params: { uid } })).data,
  }
}
