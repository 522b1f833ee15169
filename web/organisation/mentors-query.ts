import { listMentors } from '../../contract/organisation/mentors.ts'
import { call } from '../api.ts'

export const mentorsQuery = {
  queryKey: ['organisation', 'mentors'],
  queryFn: async () => (await call(listMentors, {})).data,
}
