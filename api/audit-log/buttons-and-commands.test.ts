import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setTextConsent } from '../../contract/account.ts'
import { allCalls } from '../../contract/all-calls.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import * as lists from '../../contract/organisation/invitation-lists.ts'
import { endInvitation, makeInvitation } from '../../contract/organisation/invitations.ts'
import { handKindWords, sendKindTexts } from '../../contract/organisation/kind-words/kind-words.ts'
import type { AuditAction } from '../../contract/organisation/log/audit-actions.ts'
import { auditActions } from '../../contract/organisation/log/audit-actions.ts'
import { type AuditLine, getAuditLog } from '../../contract/organisation/log/audit-log.ts'
import { changeMentor, moveLearners, undoMove } from '../../contract/organisation/mentors.ts'
import * as acts from '../../contract/organisation/person-acts.ts'
import { changeOrgSettings, switchMaintenanceMode, trySending } from '../../contract/organisation/settings.ts'
import { endTeamInvitation, inviteToTeam, makeRecoveryCode, setRoles } from '../../contract/organisation/team.ts'
import { DAY } from '../../contract/time.ts'
import { maintenance } from '../commands/maintenance.ts'
import { addMentorCommand } from '../commands/mentors/add-mentor.ts'
import { assignCommand } from '../commands/mentors/assign.ts'
import { setAwayCommand, setCapacityCommand } from '../commands/mentors/capacity-and-absence.ts'
import { handOverCommand } from '../commands/mentors/hand-over.ts'
import { checkListCommand, linkListCommand, sendListCommand } from '../commands/mentors/invitation-lists.ts'
import { endLinkCommand, makeLinkCommand } from '../commands/mentors/links.ts'
import { undoMoveCommand } from '../commands/mentors/undo-move.ts'
import { saveLogCommand, saveReportCommand } from '../commands/organisation/save-report.ts'
import { settingsCommand } from '../commands/organisation/settings.ts'
import { blockCommand, unblockCommand } from '../commands/people/block.ts'
import { correctNameCommand } from '../commands/people/correct-name.ts'
import { cancelErasureCommand, eraseCommand } from '../commands/people/erase.ts'
import { prepareDataCommand } from '../commands/people/export-data.ts'
import { kindTextsCommand, kindWordsCommand } from '../commands/people/kind-words.ts'
import { mergeLinkCommand } from '../commands/people/merge-link.ts'
import { cancelNewPhoneCommand, newPhoneCommand } from '../commands/people/new-phone.ts'
import { setBetaCommand } from '../commands/people/set-beta.ts'
import { signOutEverywhereCommand } from '../commands/people/sign-out-everywhere.ts'
import { endTeamInvitationCommand, inviteToTeamCommand } from '../commands/team/add-owner.ts'
import { makeRecoveryCodeCommand } from '../commands/team/make-recovery-code.ts'
import { limitCoordinatorCommand, setRolesCommand } from '../commands/team/set-roles.ts'
import { testSmsCommand } from '../commands/test-senders.ts'
import { PHONES } from '../organisation/people/testing.ts'
import { onEachDatabase } from '../testing.ts'
import { LINE_ELSEWHERE, WITHOUT_LINE } from './testing-calls.ts'
import { COURSE_PAIRS } from './testing-course-pairs.ts'
import { download, type Pair, type, type World, worldFrom } from './testing-world.ts'

/** Acts without a pair, each with the reason. */
const ALONE: Partial<Record<AuditAction, string>> = {
  'backup-made': 'takes seconds: settings/backups.test.ts shows both',
  'backup-downloaded': 'takes seconds: settings/backups.test.ts shows both',
  'call-refused': 'a command has no role that could be refused',
  'course-imported': 'a folder of the operator; the button brings a file in as a draft',
  'course-publish-asked': 'a request is for a second person; the operator publishes',
  'course-publish-closed': 'by the author who asked',
  'data-exported': 'the operator only: an owner cannot open the data of somebody else',
  'data-fetched': 'by the person themselves',
  'data-refused': 'by another person who opened the link',
  'kind-texts-unsent': 'the texts of the day were used up',
  'invitations-stopped': 'takes a list of many people: invitations/lists.test.ts shows it',
  'first-owner': 'a button of the demo; the operator invites an owner',
  'phone-changed': 'by the person themselves, with a code',
  'signed-in': 'by the person themselves',
  'recovery-used': 'by the holder, with a code by phone; the operator invites an owner',
  'sign-in-approved': 'by somebody who heard the number from the person',
  'sign-in-refused': 'by somebody who heard the number from the person',
  'team-joined': 'by the invited person',
}

const noura = ({ noura: { uid } }: World) => ({ params: { uid } })
const byUid = ({ yousef: { uid } }: World) => ['--uid', uid]
const of = (id: number) => ({ params: { id: String(id) } })

/** In an order in which each can follow the one before. The button acts on Noura, the command on Yousef. */
const PAIRS: Pair[] = [
  {
    action: 'beta-changed',
    button: world => world.reem.call(acts.setPersonBeta, { ...noura(world), body: { isBeta: true } }),
    command: setBetaCommand,
    words: byUid,
  },
  {
    action: 'name-corrected',
    button: world => world.reem.call(acts.correctName, { ...noura(world), body: { name: 'Noura Salem' } }),
    command: correctNameCommand,
    words: world => [...byUid(world), '--name', 'Yousef Amin'],
  },
  {
    action: 'mentor-named',
    button: ({ reem, rana }) => reem.call(acts.setMentorRole, { params: { uid: rana.uid }, body: { isMentor: true } }),
    command: addMentorCommand,
    words: () => ['--phone', PHONES.huda, '--name', 'Huda Kamel'],
  },
  {
    action: 'mentor-changed',
    button: ({ reem }) => reem.call(changeMentor, { ...of(RANA), body: { capacity: 20 } }),
    command: setCapacityCommand,
    words: () => [String(HUDA), '20'],
  },
  {
    action: 'mentor-changed',
    button: ({ reem }) => reem.call(changeMentor, { ...of(RANA), body: { away: { until: null, coverId: HUDA } } }),
    command: setAwayCommand,
    words: () => [String(HUDA), '--until', '2096-12-31', '--cover', '1'],
  },
  {
    action: 'mentor-changed',
    button: ({ reem }) => reem.call(changeMentor, { ...of(RANA), body: { away: null } }),
    command: setAwayCommand,
    words: () => [String(HUDA), '--off'],
  },
  {
    action: 'learners-moved',
    button: ({ reem, noura }) => reem.call(moveLearners, { body: { uids: [noura.uid], to: HUDA } }),
    command: assignCommand,
    words: world => [...byUid(world), '--to', String(HUDA)],
  },
  {
    action: 'move-undone',
    button: async world => world.reem.call(undoMove, { params: { id: await moved(world, world.noura.uid) } }),
    command: undoMoveCommand,
    words: async world => [await moved(world, world.yousef.uid)],
  },
  {
    action: 'learners-moved',
    button: ({ reem }) => reem.call(moveLearners, { body: { from: HUDA, to: RANA } }),
    command: handOverCommand,
    words: () => ['--from', String(RANA), '--to', '1'],
  },
  {
    action: 'mentor-retired',
    button: ({ reem, rana }) => reem.call(acts.setMentorRole, { params: { uid: rana.uid }, body: { isMentor: false } }),
    command: handOverCommand,
    words: () => ['--from', String(HUDA), '--to', '1', '--retire'],
  },
  {
    action: 'kind-texts-sent',
    button: async world => {
      await agreeAndBeSilent(world, '+971508100001')
      return world.reem.call(sendKindTexts, { body: {} })
    },
    command: kindTextsCommand,
    words: async world => {
      await agreeAndBeSilent(world, '+971508100002')
      return []
    },
  },
  {
    action: 'kind-words-handed',
    button: async world => {
      await makeSilent(world, world.noura.uid)
      return world.reem.call(handKindWords, { body: {} })
    },
    command: kindWordsCommand,
    words: async world => {
      await makeSilent(world, world.yousef.uid)
      return []
    },
  },
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
  {
    action: 'recovery-made',
    button: ({ reem }) => reem.call(makeRecoveryCode, {}),
    command: makeRecoveryCodeCommand,
    words: () => [],
  },
  {
    action: 'roles-changed',
    button: ({ reem, omar }) => reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['author'] } }),
    command: setRolesCommand,
    words: ({ omar }) => ['--uid', omar.uid, 'coordinator'],
  },
  {
    action: 'roles-limited',
    button: ({ reem, omar }) => reem.call(setRoles, { params: { uid: omar.uid }, body: { limitedTo: [1] } }),
    command: limitCoordinatorCommand,
    words: ({ omar }) => ['--uid', omar.uid, 'everybody'],
  },
  {
    action: 'person-blocked',
    button: world => world.reem.call(acts.blockPerson, { ...noura(world), body: { reason: 'Two accounts' } }),
    command: blockCommand,
    words: world => [...byUid(world), '--reason', 'Two accounts'],
  },
  {
    action: 'person-unblocked',
    button: world => world.reem.call(acts.unblockPerson, noura(world)),
    command: unblockCommand,
    words: byUid,
  },
  {
    action: 'signed-out-everywhere',
    button: world => world.reem.call(acts.signOutPerson, noura(world)),
    command: signOutEverywhereCommand,
    words: byUid,
  },
  {
    action: 'phone-allowed',
    button: world => world.reem.call(acts.allowNewPhone, { ...noura(world), body: { phoneNumber: '+971507777773' } }),
    command: newPhoneCommand,
    words: world => [...byUid(world), '--to', '+971507777774'],
  },
  {
    action: 'phone-cancelled',
    button: world => world.reem.call(acts.cancelNewPhone, noura(world)),
    command: cancelNewPhoneCommand,
    words: byUid,
  },
  {
    action: 'merge-link-made',
    button: world => world.reem.call(acts.makeMergeLink, noura(world)),
    command: mergeLinkCommand,
    words: byUid,
  },
  {
    action: 'data-prepared',
    button: world => world.reem.call(acts.prepareData, noura(world)),
    command: prepareDataCommand,
    words: byUid,
  },
  {
    action: 'erasure-scheduled',
    button: world => world.reem.call(acts.erasePerson, { ...noura(world), body: { name: 'Noura Salem' } }),
    command: eraseCommand,
    words: byUid,
  },
  {
    action: 'erasure-cancelled',
    button: world => world.reem.call(acts.keepPerson, noura(world)),
    command: cancelErasureCommand,
    words: byUid,
  },
  {
    action: 'person-erased',
    button: world => world.reem.call(acts.erasePerson, { ...noura(world), body: { name: 'Noura Salem', isNow: true } }),
    command: eraseCommand,
    words: world => [...byUid(world), '--now'],
  },
  {
    action: 'report-saved',
    button: world => download(world, '/org/v1/reports/overview?format=csv'),
    command: saveReportCommand,
    words: ({ folder }) => ['overview', join(folder, 'overview.xlsx'), '--days', '90', '--reader', 'ar'],
  },
  {
    action: 'report-saved',
    button: world => download(world, '/org/v1/log?format=csv'),
    command: saveLogCommand,
    words: ({ folder }) => [join(folder, 'log.csv'), '--group', 'people'],
  },
  {
    action: 'sending-tried',
    button: ({ reem }) => reem.call(trySending, { body: { kind: 'sms', language: 'ar' } }),
    command: testSmsCommand,
    words: () => ['--phone', PHONES.reem],
  },
  {
    action: 'setting-changed',
    button: ({ reem }) =>
      reem.call(changeOrgSettings, { body: { changes: [{ name: 'silentDays', from: 14, to: 10 }] } }),
    command: settingsCommand,
    words: () => ['silentDays', '12'],
  },
  ...COURSE_PAIRS,
  {
    action: 'maintenance-changed',
    button: ({ reem }) => reem.call(switchMaintenanceMode, { body: { isOn: true } }),
    command: maintenance,
    words: () => ['off'],
  },
]

const [RANA, HUDA] = [2, 3]

test('each act of the log has a button and a command, or a reason', () => {
  const paired = new Set(PAIRS.map(({ action }) => action))
  expect(Object.keys(ALONE)).toEqual(expect.arrayContaining(Object.values(LINE_ELSEWHERE)))
  expect(auditActions.filter(action => !paired.has(action)).toSorted()).toEqual(Object.keys(ALONE).toSorted())
})

onEachDatabase('The log', start => {
  test('has a line for each call that changes something, of the same kind as for its command', async () => {
    const { world, lastCall } = noteCalls(await worldFrom(start))
    const withLine = new Set<string>()
    for (const { action, button, command, words } of PAIRS) {
      const before = (await world.reem.call(getAuditLog, { query: {} })).data.lines[0]?.id ?? 0
      await button(world)
      const pressed = await newest(world, action)
      expect(pressed.id, action).toBeGreaterThan(before)
      withLine.add(lastCall())
      await type(world, command, await words(world))
      const typed = await newest(world, action)
      expect([pressed.side, pressed.actor?.uid], action).toEqual(['browser', world.reem.uid])
      expect([typed.side, typed.actor], command.summary).toEqual(['command', null])
      expect(Object.keys(typed.details), command.summary).toEqual(Object.keys(pressed.details))
      const isAbout = (line: AuditLine) => line.subject !== null
      // A mentor who is named by phone may have no account yet.
      if (!action.startsWith('mentor-') && action !== 'sending-tried')
        expect(isAbout(typed), command.summary).toBe(isAbout(pressed))
    }
    const known = [...withLine, ...Object.keys(LINE_ELSEWHERE), ...Object.keys(WITHOUT_LINE)]
    const writing = allCalls.filter(({ method, path }) => path.startsWith('/org/') && method !== 'GET').map(nameOf)
    const advice = 'a call leaves a line and has a button above, or it says in testing-calls.ts why not'
    expect(known.toSorted(), advice).toEqual(writing.toSorted())
  })
})

/** `lastCall`: the name of the last one with which Reem changed something. */
function noteCalls(world: World) {
  let last = ''
  const call: typeof world.reem.call = (endpoint, ...rest) => {
    if (endpoint.method !== 'GET') last = nameOf(endpoint)
    return world.reem.call(endpoint, ...rest)
  }
  return { world: { ...world, reem: { ...world.reem, call } }, lastCall: () => last }
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

async function newest({ reem }: World, action: AuditAction): Promise<AuditLine> {
  const [line] = (await reem.call(getAuditLog, { query: { action } })).data.lines
  if (!line) throw new Error(`no line ${action}`)
  return line
}

/** A new person each time, because a silent person gets only one word, by text or as a draft. */
async function agreeAndBeSilent(world: World, phone: string): Promise<void> {
  const person = await world.server.signIn(phone)
  await person.call(setTextConsent, { body: { agrees: true } })
  await makeSilent(world, person.uid)
}

/** Gave a page long ago, and nothing since. */
async function makeSilent({ server }: World, uid: string): Promise<void> {
  const { db } = server.services
  const at = server.clock.now() - 30 * DAY
  const page = {
    uid,
    lesson_id: 'first-steps-en-welcome',
    page_id: 'start',
    page_type: null,
    answer: null,
    is_own_words: 0 as const,
  }
  await db
    .insertInto('page_answers')
    .values({ ...page, answered_at: at, logged_at: at, first_at: at, reviewed_at: null })
    .execute()
  await db.updateTable('users').set({ began_at: at, active_at: at }).where('uid', '=', uid).execute()
}

async function moved({ reem }: World, uid: string): Promise<string> {
  return (await reem.call(moveLearners, { body: { uids: [uid], to: RANA } })).data.id
}

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
  const printed = await type(world, checkListCommand, [file])
  expect(printed).toContain('1 ready, 0 not.')
  return /send-list (\S+)/.exec(printed)?.[1] as string
}
