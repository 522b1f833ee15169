import { teamNow } from '../../organisation/team/team.ts'
import type { Command } from '../command.ts'

export const listTeamCommand: Command = {
  name: 'list-team',
  usage: '',
  summary: 'Lists who has a role, and who was invited',
  async run({ db, print }) {
    const { members, invitations } = await teamNow(db, Date.now())
    if (members.length + invitations.length === 0) print('Nobody yet. An owner is named by: npm run admin -- add-owner')
    for (const { name, phoneNumber, email, roles, mentorId, isBlocked } of members) {
      const does = [...roles, ...(mentorId === null ? [] : [`mentor number ${mentorId}`])].join(', ')
      print([phoneNumber ?? email, name, does, isBlocked ? 'blocked' : undefined].filter(Boolean).join('  '))
    }
    for (const { id, phoneNumber, role, expiresAt } of invitations)
      print(`${phoneNumber}  invited as ${role}, until ${new Date(expiresAt).toISOString()}  ${id}`)
  },
}
