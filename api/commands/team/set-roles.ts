import * as v from 'valibot'
import { TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { changeRoles } from '../../organisation/team/team-acts.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import type { Command } from '../command.ts'
import { otherWords, personIn, WHO } from '../named-person.ts'

export const setRolesCommand: Command = {
  name: 'set-roles',
  usage: `${WHO} [role …]`,
  summary: `Replaces the roles of a person: ${teamRoles.join(', ')}, or none`,
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'set-roles')
    const roles = otherWords(words).map(word => {
      if (!v.is(TeamRole, word)) throw new Error(`${word} is no role. Roles are ${teamRoles.join(', ')}`)
      return word
    })
    await actByCommand(db, [TEAM_LOCK], trx => changeRoles(trx, uid, roles))
    print(roles.length > 0 ? `${calledBy} has these roles: ${roles.join(', ')}.` : `${calledBy} has no role.`)
  },
}
