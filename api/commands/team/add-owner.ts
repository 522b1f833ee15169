import * as v from 'valibot'
import { InvitedRole, invitedRoles } from '../../../contract/team-roles.ts'
import { DAY, HOUR } from '../../../contract/time.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import { endTeamInvitation, invite } from '../../organisation/team/team-acts.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { invitationToken, TEAM_INVITATION_MS } from '../../team/invitations.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import { type Command, option, orMissing } from '../command.ts'
import { activeMentorNamed, nameOption } from '../named-mentor.ts'

const OWNER_MS = 24 * HOUR

export const addOwnerCommand: Command = {
  usage: '--phone +…',
  summary: 'Prints a link that makes the person with this phone an owner of the organisation',
  async run({ db, config, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Give a phone: npm run admin -- add-owner --phone +971501234567')
    const { number } = parsePhone(phone, [])
    const { id } = await actByCommand(db, [TEAM_LOCK], (trx, now) =>
      invite(trx, { phoneNumber: number, role: 'owner' }, { now, lifetimeMs: OWNER_MS }),
    )
    const token = invitationToken(id, openSecrets(config).invitations)
    print(`${config.publicUrl}/org?join=${token}`)
    print(`Good once, for 24 hours, and only for a person who signs in with ${number}.`)
  },
}

export const inviteToTeamCommand: Command = {
  usage: '--phone +… --role … [--name …] [--mentors N,N]',
  summary: `Prints a link that makes the person with this phone one of ${invitedRoles.join(', ')}`,
  async run({ db, config, words, print }) {
    const [phone, role, name] = [option(words, 'phone'), option(words, 'role'), nameOption(words)]
    if (!phone || !v.is(InvitedRole, role))
      throw new Error(
        `Give a phone and a role, one of ${invitedRoles.join(', ')}: ` +
          'npm run admin -- invite-to-team --phone +971501234567 --role mentor --name "Salma Haddad"',
      )
    const mentors = option(words, 'mentors')
    if (mentors !== undefined && role !== 'coordinator') throw new Error('--mentors: only a coordinator can be limited')
    const limited = mentors?.split(',').map(word => activeMentorNamed(db, word.trim()))
    const limitedTo = limited ? (await Promise.all(limited)).map(({ id }) => id) : null
    if (role === 'mentor' && !name) throw new Error('Learners see the name of a mentor: --name "Salma Haddad"')
    const { number } = parsePhone(phone, [])
    const { id } = await actByCommand(db, [TEAM_LOCK], (trx, now) =>
      invite(trx, { phoneNumber: number, role, name, limitedTo }, { now, lifetimeMs: TEAM_INVITATION_MS }),
    )
    print(`${config.publicUrl}/org?join=${invitationToken(id, openSecrets(config).invitations)}`)
    print(`Good once, for ${TEAM_INVITATION_MS / DAY} days, and only for a person who signs in with ${number}.`)
  },
}

export const endTeamInvitationCommand: Command = {
  usage: 'ID',
  summary: 'Ends an invitation to the team that was not taken',
  async run({ db, words: [id], print }) {
    if (!id) throw new Error('Name the invitation by its id in list-team: npm run admin -- end-team-invitation …')
    const missing = `There is no invitation ${id}: it was taken, has ended, or never was. See list-team.`
    const role = await orMissing(missing, () => actByCommand(db, [TEAM_LOCK], trx => endTeamInvitation(trx, id)))
    print(`The invitation as ${role} has ended.`)
  },
}
