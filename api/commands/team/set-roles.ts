import * as v from 'valibot'
import { TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { changeRoles } from '../../organisation/team/team-acts.ts'
import { rolesOf, TEAM_LOCK } from '../../team/roles.ts'
import type { Command } from '../command.ts'
import { activeMentorNamed } from '../named-mentor.ts'
import { otherWords, personIn, WHO } from '../named-person.ts'

export const limitCoordinatorCommand: Command = {
  usage: `${WHO} <N … | everybody>`,
  summary:
    'Limits a coordinator to the people of some mentors, by their numbers in list-responders; everybody: no limit',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'limit-coordinator')
    const named = [...new Set(otherWords(words))]
    if (named.length === 0)
      throw new Error('Name mentors: npm run admin -- limit-coordinator --phone +971501234567 2 5 (or everybody)')
    if (!(await rolesOf(db, uid)).includes('coordinator'))
      throw new Error(`${calledBy} is no coordinator. See set-roles`)
    const isLifted = named.includes('everybody')
    if (isLifted && named.length > 1) throw new Error('Name mentors, or everybody, and not both')
    const mentors = isLifted ? [] : await Promise.all(named.map(word => activeMentorNamed(db, word)))
    const limitedTo = isLifted ? null : mentors.map(({ id }) => id)
    await actByCommand(db, [TEAM_LOCK], trx => changeRoles(trx, uid, { limitedTo }))
    const names = mentors.map(({ name }) => name).join(', ')
    print(isLifted ? `${calledBy} sees all people.` : `${calledBy} sees only the people of ${names}.`)
  },
}

export const setRolesCommand: Command = {
  usage: `${WHO} [role …]`,
  summary: `Replaces the roles of a person: ${teamRoles.join(', ')}, or none`,
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'set-roles')
    const roles = [...new Set(otherWords(words))].map(word => {
      if (!v.is(TeamRole, word)) throw new Error(`${word} is no role. Roles are ${teamRoles.join(', ')}`)
      return word
    })
    await actByCommand(db, [TEAM_LOCK], trx => changeRoles(trx, uid, { roles }))
    print(roles.length > 0 ? `${calledBy} has these roles: ${roles.join(', ')}.` : `${calledBy} has no role.`)
  },
}
