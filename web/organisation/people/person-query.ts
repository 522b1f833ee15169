import { getPerson } from '../../../contract/organisation/people.ts'
import { call } from '../../api.ts'

export function personQuery(uid: string) {
  return {
    queryKey: ['organisation', 'person', uid],
    queryFn: async () => (await call(getPerson, { params: { uid } })).data,
  }
}
