import type { Command, CommandWithoutDatabase } from './command.ts'
import { runCommand } from './run-command.ts'

/** In the order of the help. Only the file of the command that runs is loaded: loading all takes twice as long. */
const commands: Record<string, () => Promise<Command | CommandWithoutDatabase>> = {
  'import-course': async () => (await import('./courses/import-course.ts')).importCourseCommand,
  'import-demo': async () => (await import('./courses/import-demo.ts')).importDemoCommand,
  'list-courses': async () => (await import('./courses/list-courses.ts')).listCoursesCommand,
  'order-courses': async () => (await import('./courses/order-courses.ts')).orderCoursesCommand,
  'pair-courses': async () => (await import('./courses/pair-courses.ts')).pairCoursesCommand,
  'withdraw-course': async () => (await import('./courses/withdraw-course.ts')).withdrawCourseCommand,
  'publish-course': async () => (await import('./courses/withdraw-course.ts')).publishCourseCommand,
  'roll-back-course': async () => (await import('./courses/withdraw-course.ts')).rollBackCourseCommand,
  'delete-course': async () => (await import('./courses/withdraw-course.ts')).deleteCourseCommand,
  'export-course': async () => (await import('./courses/export-course.ts')).exportCourseCommand,
  'create-course': async () => (await import('./courses/drafts.ts')).createCourseCommand,
  'import-draft': async () => (await import('./courses/drafts.ts')).importDraftCommand,
  'discard-draft': async () => (await import('./courses/drafts.ts')).discardDraftCommand,
  'show-draft': async () => (await import('./courses/drafts.ts')).showDraftCommand,
  'hide-draft': async () => (await import('./courses/drafts.ts')).hideDraftCommand,
  'list-requests': async () => (await import('./courses/drafts.ts')).listRequestsCommand,
  'send-back-draft': async () => (await import('./courses/drafts.ts')).sendBackDraftCommand,
  'add-responder': async () => (await import('./mentors/add-mentor.ts')).addMentorCommand,
  'change-mentor': async () => (await import('./mentors/change-mentor.ts')).changeMentorCommand,
  'set-capacity': async () => (await import('./mentors/capacity-and-absence.ts')).setCapacityCommand,
  'set-away': async () => (await import('./mentors/capacity-and-absence.ts')).setAwayCommand,
  'list-responders': async () => (await import('./mentors/list-mentors.ts')).listMentorsCommand,
  assign: async () => (await import('./mentors/assign.ts')).assignCommand,
  'hand-over': async () => (await import('./mentors/hand-over.ts')).handOverCommand,
  'undo-move': async () => (await import('./mentors/undo-move.ts')).undoMoveCommand,
  waiting: async () => (await import('./mentors/waiting.ts')).waitingCommand,
  invite: async () => (await import('./mentors/invite.ts')).inviteCommand,
  'make-link': async () => (await import('./mentors/links.ts')).makeLinkCommand,
  'list-links': async () => (await import('./mentors/links.ts')).listLinksCommand,
  'end-link': async () => (await import('./mentors/links.ts')).endLinkCommand,
  'check-list': async () => (await import('./mentors/invitation-lists.ts')).checkListCommand,
  'send-list': async () => (await import('./mentors/invitation-lists.ts')).sendListCommand,
  'stop-list': async () => (await import('./mentors/invitation-lists.ts')).stopListCommand,
  'link-list': async () => (await import('./mentors/invitation-lists.ts')).linkListCommand,
  'add-owner': async () => (await import('./team/add-owner.ts')).addOwnerCommand,
  'invite-to-team': async () => (await import('./team/add-owner.ts')).inviteToTeamCommand,
  'end-team-invitation': async () => (await import('./team/add-owner.ts')).endTeamInvitationCommand,
  'make-recovery-code': async () => (await import('./team/make-recovery-code.ts')).makeRecoveryCodeCommand,
  'set-roles': async () => (await import('./team/set-roles.ts')).setRolesCommand,
  'limit-coordinator': async () => (await import('./team/set-roles.ts')).limitCoordinatorCommand,
  'list-team': async () => (await import('./team/list-team.ts')).listTeamCommand,
  'verify-log': async () => (await import('./team/verify-log.ts')).verifyLogCommand,
  'save-log': async () => (await import('./organisation/save-report.ts')).saveLogCommand,
  'save-report': async () => (await import('./organisation/save-report.ts')).saveReportCommand,
  'list-learners': async () => (await import('./people/find-person.ts')).listLearnersCommand,
  'find-person': async () => (await import('./people/find-person.ts')).findPersonCommand,
  'correct-name': async () => (await import('./people/correct-name.ts')).correctNameCommand,
  'kind-texts': async () => (await import('./people/kind-words.ts')).kindTextsCommand,
  'kind-words': async () => (await import('./people/kind-words.ts')).kindWordsCommand,
  'set-beta': async () => (await import('./people/set-beta.ts')).setBetaCommand,
  block: async () => (await import('./people/block.ts')).blockCommand,
  unblock: async () => (await import('./people/block.ts')).unblockCommand,
  'sign-out-everywhere': async () => (await import('./people/sign-out-everywhere.ts')).signOutEverywhereCommand,
  'new-phone': async () => (await import('./people/new-phone.ts')).newPhoneCommand,
  'cancel-new-phone': async () => (await import('./people/new-phone.ts')).cancelNewPhoneCommand,
  'merge-link': async () => (await import('./people/merge-link.ts')).mergeLinkCommand,
  'export-data': async () => (await import('./people/export-data.ts')).exportDataCommand,
  'prepare-data': async () => (await import('./people/export-data.ts')).prepareDataCommand,
  erase: async () => (await import('./people/erase.ts')).eraseCommand,
  keep: async () => (await import('./people/erase.ts')).cancelErasureCommand,
  'test-sms': async () => (await import('./test-senders.ts')).testSmsCommand,
  'test-mail': async () => (await import('./test-senders.ts')).testMailCommand,
  'test-whatsapp': async () => (await import('./test-senders.ts')).testWhatsappCommand,
  maintenance: async () => (await import('./maintenance.ts')).maintenanceCommand,
  settings: async () => (await import('./organisation/settings.ts')).settingsCommand,
  'rotate-keys': async () => (await import('./rotate-keys.ts')).rotateKeysCommand,
  'rotate-lesson-file-key': async () => (await import('./rotate-lesson-file-key.ts')).rotateLessonFileKeyCommand,
  'backup-all': async () => (await import('./backups/backup-all.ts')).backupAllCommand,
  'prove-backup': async () => (await import('./backups/prove-backup.ts')).proveBackupCommand,
  'restore-all': async () => (await import('./backups/restore-all.ts')).restoreAllCommand,
  'seal-backup': async () => (await import('./backups/seal-backup.ts')).sealBackupCommand,
  'open-backup': async () => (await import('./backups/seal-backup.ts')).openBackupCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  'move-database': async () => (await import('./backups/move-database.ts')).moveDatabaseCommand,
  'move-media': async () => (await import('./move-media.ts')).moveMediaCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
}

const [name = '--help', ...words] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined

if (command && words.includes('--help')) console.log(`Usage: npm run admin -- ${linesOf(name, command)}`)
else if (command) await runCommand(command, words)
else if (name === '--help' || name === 'help') console.log(await help())
else {
  const { suggestion } = await import('../texts/suggestion.ts')
  console.error(`There is no command \`${name}\`${suggestion(name, Object.keys(commands))}`)
  console.error('To see all: npm run admin -- --help')
  process.exitCode = 1
}

async function help(): Promise<string> {
  const { WHO_IS } = await import('./named-person.ts')
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${linesOf(name, await load())}`),
  )
  return ['Usage: npm run admin -- <command>', '', ...all, '', WHO_IS].join('\n')
}

/** The summary has its own line, because the longest usage has 120 characters and fills a window. */
function linesOf(name: string, { usage, summary }: Pick<Command, 'usage' | 'summary'>): string {
  return `${`${name} ${usage}`.trim()}\n      ${summary}`
}
