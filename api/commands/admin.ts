import { backup } from './backup.ts'
import { backupAllCommand } from './backups/backup-all.ts'
import { moveDatabaseCommand } from './backups/move-database.ts'
import { proveBackupCommand } from './backups/prove-backup.ts'
import { restoreAllCommand } from './backups/restore-all.ts'
import { openBackupCommand, sealBackupCommand } from './backups/seal-backup.ts'
import type { Command, CommandWithoutDatabase } from './command.ts'
import {
  createCourseCommand,
  discardDraftCommand,
  hideDraftCommand,
  importDraftCommand,
  listRequestsCommand,
  sendBackDraftCommand,
  showDraftCommand,
} from './courses/drafts.ts'
import { exportCourseCommand } from './courses/export-course.ts'
import { importCourseCommand } from './courses/import-course.ts'
import { importDemoCommand } from './courses/import-demo.ts'
import { listCoursesCommand } from './courses/list-courses.ts'
import { orderCoursesCommand } from './courses/order-courses.ts'
import { pairCoursesCommand } from './courses/pair-courses.ts'
import {
  deleteCourseCommand,
  publishCourseCommand,
  rollBackCourseCommand,
  withdrawCourseCommand,
} from './courses/withdraw-course.ts'
import { maintenance } from './maintenance.ts'
import { addMentorCommand } from './mentors/add-mentor.ts'
import { assignCommand } from './mentors/assign.ts'
import { setAwayCommand, setCapacityCommand } from './mentors/capacity-and-absence.ts'
import { changeMentorCommand } from './mentors/change-mentor.ts'
import { handOverCommand } from './mentors/hand-over.ts'
import { checkListCommand, linkListCommand, sendListCommand, stopListCommand } from './mentors/invitation-lists.ts'
import { inviteCommand } from './mentors/invite.ts'
import { endLinkCommand, listLinksCommand, makeLinkCommand } from './mentors/links.ts'
import { listMentorsCommand } from './mentors/list-mentors.ts'
import { undoMoveCommand } from './mentors/undo-move.ts'
import { waitingCommand } from './mentors/waiting.ts'
import { migrateCommand } from './migrate.ts'
import { moveMedia } from './move-media.ts'
import { WHO_IS } from './named-person.ts'
import { saveLogCommand, saveReportCommand } from './organisation/save-report.ts'
import { settingsCommand } from './organisation/settings.ts'
import { blockCommand, unblockCommand } from './people/block.ts'
import { correctNameCommand } from './people/correct-name.ts'
import { cancelErasureCommand, eraseCommand } from './people/erase.ts'
import { exportDataCommand, prepareDataCommand } from './people/export-data.ts'
import { findPersonCommand, listLearnersCommand } from './people/find-person.ts'
import { kindTextsCommand, kindWordsCommand } from './people/kind-words.ts'
import { mergeLinkCommand } from './people/merge-link.ts'
import { cancelNewPhoneCommand, newPhoneCommand } from './people/new-phone.ts'
import { setBetaCommand } from './people/set-beta.ts'
import { signOutEverywhereCommand } from './people/sign-out-everywhere.ts'
import { restore } from './restore.ts'
import { rotateKeysCommand } from './rotate-keys.ts'
import { rotateLessonFileKeyCommand } from './rotate-lesson-file-key.ts'
import { runCommand } from './run-command.ts'
import { addOwnerCommand, endTeamInvitationCommand, inviteToTeamCommand } from './team/add-owner.ts'
import { listTeamCommand } from './team/list-team.ts'
import { makeRecoveryCodeCommand } from './team/make-recovery-code.ts'
import { limitCoordinatorCommand, setRolesCommand } from './team/set-roles.ts'
import { verifyLogCommand } from './team/verify-log.ts'
import { testMailCommand, testSmsCommand, testWhatsappCommand } from './test-senders.ts'

const commands: (Command | CommandWithoutDatabase)[] = [
  importCourseCommand,
  importDemoCommand,
  listCoursesCommand,
  orderCoursesCommand,
  pairCoursesCommand,
  withdrawCourseCommand,
  publishCourseCommand,
  rollBackCourseCommand,
  deleteCourseCommand,
  exportCourseCommand,
  createCourseCommand,
  importDraftCommand,
  discardDraftCommand,
  showDraftCommand,
  hideDraftCommand,
  listRequestsCommand,
  sendBackDraftCommand,
  addMentorCommand,
  changeMentorCommand,
  setCapacityCommand,
  setAwayCommand,
  listMentorsCommand,
  assignCommand,
  handOverCommand,
  undoMoveCommand,
  waitingCommand,
  inviteCommand,
  makeLinkCommand,
  listLinksCommand,
  endLinkCommand,
  checkListCommand,
  sendListCommand,
  stopListCommand,
  linkListCommand,
  addOwnerCommand,
  inviteToTeamCommand,
  endTeamInvitationCommand,
  makeRecoveryCodeCommand,
  setRolesCommand,
  limitCoordinatorCommand,
  listTeamCommand,
  verifyLogCommand,
  saveLogCommand,
  saveReportCommand,
  listLearnersCommand,
  findPersonCommand,
  correctNameCommand,
  kindTextsCommand,
  kindWordsCommand,
  setBetaCommand,
  blockCommand,
  unblockCommand,
  signOutEverywhereCommand,
  newPhoneCommand,
  cancelNewPhoneCommand,
  mergeLinkCommand,
  exportDataCommand,
  prepareDataCommand,
  eraseCommand,
  cancelErasureCommand,
  testSmsCommand,
  testMailCommand,
  testWhatsappCommand,
  maintenance,
  settingsCommand,
  rotateKeysCommand,
  rotateLessonFileKeyCommand,
  backupAllCommand,
  proveBackupCommand,
  restoreAllCommand,
  sealBackupCommand,
  openBackupCommand,
  backup,
  restore,
  moveDatabaseCommand,
  moveMedia,
  migrateCommand,
]

const [name, ...words] = process.argv.slice(2)
const command = commands.find(one => one.name === name)

if (command) await runCommand(command, words)
else {
  console.log(help())
  process.exitCode = name === undefined || name === '--help' || name === 'help' ? 0 : 1
}

function help(): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`.trim())
  const width = Math.max(...calls.map(call => call.length))
  const lines = commands.map(({ summary }, index) => `  ${calls[index]?.padEnd(width)}  ${summary}`)
  return ['Usage: npm run admin -- <command>', '', ...lines, '', WHO_IS].join('\n')
}
