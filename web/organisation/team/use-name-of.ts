import { useTranslations } from 'use-intl'
import type { Author } from '../../../contract/organisation/drafts.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useUser } from '../../user/user.ts'
import { teamQuery } from './team-query.ts'

/**
 * Names for people of the team: the name, or else the phone number for a reader who sees the team's numbers. `isNeeded`:
 * somebody of them has no name, so the team is loaded.
 */
export function useNameOf(isNeeded: boolean): (author: Author) => string {
  const somebody = useTranslations('org.home')('somebody')
  const roles = useUser().data?.user.teamRoles ?? []
  const seesTeam = FOR_PEOPLE.some(role => roles.includes(role))
  const team = useQuery({ ...teamQuery, enabled: isNeeded && seesTeam })
  return ({ uid, name }) => {
    const member = team.data?.members.find(one => one.uid === uid)
    return name ?? member?.name ?? member?.phoneNumber ?? somebody
  }
}
