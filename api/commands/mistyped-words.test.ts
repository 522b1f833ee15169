import { expect, test } from 'vitest'
import { moveDatabaseCommand } from './backups/move-database.ts'
import { sealBackupCommand } from './backups/seal-backup.ts'
import { exportCourseCommand } from './courses/export-course.ts'
import { pairCoursesCommand } from './courses/pair-courses.ts'
import { publishCourseCommand, withdrawCourseCommand } from './courses/withdraw-course.ts'
import { setAwayCommand } from './mentors/capacity-and-absence.ts'
import { throwIfMistyped } from './mistyped-words.ts'
import { eraseCommand } from './people/erase.ts'
import { findPersonCommand } from './people/find-person.ts'
import { kindTextsCommand } from './people/kind-words.ts'
import { restoreCommand } from './restore.ts'
import { inviteToTeamCommand } from './team/add-owner.ts'
import { setRolesCommand } from './team/set-roles.ts'
import { verifyLogCommand } from './team/verify-log.ts'

test.each([
  ['--mentor', kindTextsCommand, '`--mentor` needs a value behind it'],
  ['--mentor --course tea', kindTextsCommand, '`--mentor` needs a value behind it'],
  ['--mentor=2', kindTextsCommand, 'Put a space between `--mentor` and its value'],
  ['--uid noura --uid yousef --now', eraseCommand, '`--uid` is there twice'],
  ['2 --off --off', setAwayCommand, '`--off` is there twice'],
  ['2', kindTextsCommand, 'There is no place for `2`\nAfter the name of the command: [--mentor N] [--course …]'],
  ['--phone +971501234567 now', eraseCommand, 'There is no place for `now`'],
  [
    'tea closed',
    withdrawCourseCommand,
    'There is no place for `closed`\nAfter the name of the command: <id> [--closed]',
  ],
  ['monday.sqlite tuesday.sqlite', restoreCommand, 'There is no place for `tuesday.sqlite`'],
  ['tea tea-en coffee', pairCoursesCommand, 'There is no place for `coffee`'],
  ['mentor --phone +971501234567', inviteToTeamCommand, 'There is no place for `mentor`'],
  ['today', verifyLogCommand, 'There is no place for `today`\nThe command takes none.'],
  ['postgres://steps:secret@127.0.0.1/steps', moveDatabaseCommand, 'There is no place for `postgres://…`\n'],
])(
  '`%s` is refused, because a word that is left out lets a command do more than it is asked',
  (line, command, reason) => {
    expect(() => throwIfMistyped(command, line.split(' '))).toThrow(reason)
  },
)

test.each([
  ['--mentor 2 --course tea', kindTextsCommand],
  ['--email noura@example.org --now', eraseCommand],
  ['--uid abc owner author', setRolesCommand],
  ['2 --until 2026-12-31 --cover 3', setAwayCommand],
  ['2 --off', setAwayCommand],
  ['tea --draft --beta', publishCourseCommand],
  ['tea tea.zip --version 3', exportCourseCommand],
  ['- backups/newest', sealBackupCommand],
  ['Noura Al Ali', findPersonCommand],
  ['--phone +971501234567 --role coordinator --mentors 1,2', inviteToTeamCommand],
])('`%s` is taken, as the usage says', (line, command) => {
  expect(() => throwIfMistyped(command, line.split(' '))).not.toThrow()
})

test('an option that npm took for its own is named, because without it a command does something else', () => {
  const env = { npm_config_off: 'true' }
  expect(() => throwIfMistyped(setAwayCommand, ['2'], env)).toThrow('npm took `--off` for an option of its own')
  expect(() => throwIfMistyped(setAwayCommand, ['2', '--off'], env)).not.toThrow()
})
