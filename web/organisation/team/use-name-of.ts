import { useTranslations } from 'use-intl'
import type { Author } from '../../../contract/organisation/edits.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useUid, useUser } from '../../user/user.ts'
import { teamQuery } from './team-query.ts'

/**
 * Names for people of the team: the name, or else the phone number or e-mail address. Authors may not see these, so
 * they read "somebody". `isNeeded`: whether somebody has no name, so that the team must be loaded.
 */
export function useNameOf(isNeeded: boolean): (author: Author) => string {
  const t = useTranslations('org.home')
  const ownUid = useUid()
  const roles = useUser().data?.user.teamRoles ?? []
  const seesTeam = FOR_PEOPLE.some(role => roles.includes(role))
  const team = useQuery({ ...teamQuery, enabled: isNeeded && seesTeam })
  return ({ uid, name }) => {
    const member = team.data?.members.find(one => one.uid === uid)
    const known = name ?? member?.name ?? member?.phoneNumber ?? member?.email
    return known ?? t(uid !== null && uid === ownUid ? 'you' : 'somebody')
  }
}
