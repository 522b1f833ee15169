import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allCalls } from '../../contract/all-calls.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { type AuditAction, auditActions } from '../../contract/organisation/log/audit-actions.ts'
import { type AuditLine, getAuditLog } from '../../contract/organisation/log/audit-log.ts'
import { changeOrgSettings, switchMaintenanceMode, trySending } from '../../contract/organisation/settings.ts'
import { makeRecoveryCode, setRoles } from '../../contract/organisation/team.ts'
import { maintenanceCommand } from '../commands/maintenance.ts'
import { saveLogCommand, saveReportCommand } from '../commands/organisation/save-report.ts'
import { settingsCommand } from '../commands/organisation/settings.ts'
import { makeRecoveryCodeCommand } from '../commands/team/make-recovery-code.ts'
import { limitCoordinatorCommand, setRolesCommand } from '../commands/team/set-roles.ts'
import { testSmsCommand } from '../commands/test-senders.ts'
import { PHONES } from '../organisation/people/testing.ts'
import { onEachDatabase } from '../testing.ts'
import { LINE_ELSEWHERE, WITHOUT_LINE } from './testing-calls.ts'
import { COURSE_PAIRS } from './testing-course-pairs.ts'
import { INVITATION_PAIRS } from './testing-invitation-pairs.ts'
import { MENTOR_PAIRS } from './testing-mentor-pairs.ts'
import { PERSON_PAIRS } from './testing-person-pairs.ts'
import { download, type Pair, runCommand, type World, worldFrom } from './testing-world.ts'

/** Acts without a pair, each with the reason. */
const ALONE: Partial<Record<AuditAction, string>> = {
  'backup-made': 'takes seconds: settings/backups.test.ts shows both',
  'backup-downloaded': 'takes seconds: settings/backups.test.ts shows both',
  'call-refused': 'a command has no role that could be refused',
  'course-imported': 'a folder of the operator; the button brings a file in as a draft',
  'course-publish-asked': 'a request is for a second person; the operator publishes',
  'course-publish-closed': 'by the author who asked',
  'everybody-signed-out': 'the operator only: after a restore no owner is signed in to press a button',
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

/** The order matters: many pairs need what an earlier pair has changed. */
const PAIRS: Pair[] = [
  ...MENTOR_PAIRS,
  ...PERSON_PAIRS,
  ...INVITATION_PAIRS,
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
    command: maintenanceCommand,
    words: () => ['off'],
  },
]

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
      await runCommand(world, command, await words(world))
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
    const advice = 'a call leaves a line and has a button in a list of pairs, or it says in testing-calls.ts why not'
    expect(known.toSorted(), advice).toEqual(writing.toSorted())
  })
})

/** `lastCall` returns the name of the last call with which Reem changed something. */
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
