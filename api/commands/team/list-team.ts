import type { TeamMember } from '../../../contract/organisation/team.ts'
import { teamNow } from '../../organisation/team/team.ts'
import type { Command } from '../command.ts'

export const listTeamCommand: Command = {
  usage: '',
  summary: 'Lists who has a role, and who was invited',
  async run({ db, print }) {
    const { members, invitations } = await teamNow(db, Date.now())
    if (members.length + invitations.length === 0) print('Nobody yet. An owner is named by: npm run admin -- add-owner')
    for (const { name, phoneNumber, email, roles, limitedTo, mentorId, isBlocked } of members) {
      const does = [...roles, ...(mentorId === null ? [] : [`mentor number ${mentorId}`])].join(', ')
      const limit = limitOf(limitedTo)
      print([phoneNumber ?? email, name, does, limit, isBlocked ? 'blocked' : undefined].filter(Boolean).join('  '))
    }
    for (const { id, phoneNumber, role, limitedTo, expiresAt } of invitations) {
      const invited = `invited as ${role}, until ${new Date(expiresAt).toISOString()}`
      print([phoneNumber, invited, limitOf(limitedTo), id].filter(Boolean).join('  '))
    }
  },
}

function limitOf(limitedTo: TeamMember['limitedTo']): string | undefined {
  return limitedTo
    ?.map(({ id, name }) => `${name} (${id})`)
    .join(', ')
    .replace(/^/, 'only the people of ')
}
