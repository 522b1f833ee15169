import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { addResponderCommand } from './add-responder.ts'
import { assignCommand } from './assign.ts'
import { backup } from './backup.ts'
import { blockCommand, unblockCommand } from './block.ts'
import type { Command, CommandWithoutDatabase } from './command.ts'
import { eraseCommand, keepCommand } from './erase.ts'
import { exportDataCommand } from './export-data.ts'
import { handOverCommand } from './hand-over.ts'
import { importCourseCommand } from './import-course.ts'
import { importDemoCommand } from './import-demo.ts'
import { inviteCommand } from './invite.ts'
import { listRespondersCommand } from './list-responders.ts'
import { maintenance } from './maintenance.ts'
import { migrateCommand } from './migrate.ts'
import { moveMedia } from './move-media.ts'
import { WHO_IS } from './person.ts'
import { restore } from './restore.ts'
import { rotateKeysCommand } from './rotate-keys.ts'
import { setBetaCommand } from './set-beta.ts'
import { signOutEverywhereCommand } from './sign-out-everywhere.ts'
import { waitingCommand } from './waiting.ts'

const commands: (Command | CommandWithoutDatabase)[] = [
  importCourseCommand,
  importDemoCommand,
  addResponderCommand,
  listRespondersCommand,
  assignCommand,
  handOverCommand,
  waitingCommand,
  inviteCommand,
  setBetaCommand,
  blockCommand,
  unblockCommand,
  signOutEverywhereCommand,
  exportDataCommand,
  eraseCommand,
  keepCommand,
  maintenance,
  rotateKeysCommand,
  backup,
  restore,
  moveMedia,
  migrateCommand,
]

const [name, ...words] = process.argv.slice(2)
const command = commands.find(one => one.name === name)

if (command) await run(command)
else {
  console.log(help())
  process.exitCode = name === undefined || name === '--help' || name === 'help' ? 0 : 1
}

async function run(command: Command | CommandWithoutDatabase): Promise<void> {
  try {
    const config = readConfig(process.env)
    if ('runWithoutDatabase' in command) return await command.runWithoutDatabase({ config, words, print: console.log })
    const db = openDatabase(config, { isPatient: true })
    try {
      await migrate(db)
      await command.run({ db, config, words, print: console.log })
    } finally {
      await db.destroy()
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

function help(): string {
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`.trim())
  const width = Math.max(...calls.map(call => call.length))
  const lines = commands.map(({ summary }, index) => `  ${calls[index]?.padEnd(width)}  ${summary}`)
  return ['Usage: npm run admin -- <command>', '', ...lines, '', WHO_IS].join('\n')
}
