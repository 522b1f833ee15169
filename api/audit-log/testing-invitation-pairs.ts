import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import * as lists from '../../contract/organisation/invitation-lists.ts'
import { endInvitation, makeInvitation } from '../../contract/organisation/invitations.ts'
import { endTeamInvitation, inviteToTeam } from '../../contract/organisation/team.ts'
import { checkListCommand, linkListCommand, sendListCommand } from '../commands/mentors/invitation-lists.ts'
import { endLinkCommand, makeLinkCommand } from '../commands/mentors/links.ts'
import { endTeamInvitationCommand, inviteToTeamCommand } from '../commands/team/add-owner.ts'
import { type Pair, runCommand, type World } from './testing-world.ts'

/** Invitations to learners and to the team. */
export const INVITATION_PAIRS: Pair[] = [
  {
    action: 'invitation-made',
    button: ({ reem }) => reem.call(makeInvitation, { body: { name: 'Irbid', mentorId: 1 } }),
    command: makeLinkCommand,
    words: () => ['--name', 'Irbid', '--responder', '1'],
  },
  {
    action: 'invitation-ended',
    button: async world => world.reem.call(endInvitation, { params: { id: await linkOf(world) } }),
    command: endLinkCommand,
    words: async world => [await linkOf(world)],
  },
  {
    action: 'invitations-sent',
    button: async world => world.reem.call(lists.sendInvitationList, { params: { id: await checked(world) } }),
    command: sendListCommand,
    words: async world => [await checkedByCommand(world)],
  },
  {
    action: 'invitation-links-made',
    button: async world => world.reem.call(lists.linkInvitationList, { params: { id: await checked(world) } }),
    command: linkListCommand,
    words: async world => [await checkedByCommand(world)],
  },
  {
    action: 'team-invited',
    button: ({ reem }) => reem.call(inviteToTeam, { body: { phoneNumber: '+971507777771', role: 'author' } }),
    command: inviteToTeamCommand,
    words: () => ['--phone', '+971507777772', '--role', 'author'],
  },
  {
    action: 'team-invitation-ended',
    button: async world => world.reem.call(endTeamInvitation, { params: { id: await teamInvitation(world) } }),
    command: endTeamInvitationCommand,
    words: async world => [await teamInvitation(world)],
  },
]

async function linkOf({ reem }: World): Promise<string> {
  return (await reem.call(makeInvitation, { body: { name: 'Irbid', mentorId: null } })).data.id
}

async function teamInvitation({ reem }: World): Promise<string> {
  return (await reem.call(inviteToTeam, { body: { phoneNumber: '+971507777775', role: 'author' } })).data.id
}

function listFile({ phones }: World): string {
  phones.last += 1
  return `phone,name\n+97150800000${phones.last},Sami\n`
}

async function checked(world: World): Promise<string> {
  const body = { file: Buffer.from(listFile(world)).toString('base64'), language: 'ar' as const, mentorId: null }
  const { data } = await world.reem.call(lists.checkInvitationList, { body })
  if (data.problem !== null) throw new Error(data.problem)
  return data.id
}

async function checkedByCommand(world: World): Promise<string> {
  const file = join(world.folder, 'people.csv')
  writeFileSync(file, listFile(world))
  const printed = await runCommand(world, checkListCommand, [file])
  expect(printed).toContain('1 ready, 0 not.')
  return /send-list (\S+)/.exec(printed)?.[1] as string
}
