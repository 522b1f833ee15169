import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { addResponderCommand } from './add-responder.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { importCourseCommand } from './import-course.ts'
import { importDemoCommand } from './import-demo.ts'
import { maintenance } from './maintenance.ts'
import { migrateCommand } from './migrate.ts'
import { setBetaCommand } from './set-beta.ts'

const commands: Command[] = [
  importCourseCommand,
  importDemoCommand,
  addResponderCommand,
  setBetaCommand,
  maintenance,
  backup,
  migrateCommand,
]

const [name, ...words] = process.argv.slice(2)
const command = commands.find(one => one.name === name)

if (command) await run(command)
else {
  console.log(help())
  process.exitCode = name === undefined || name === '--help' || name === 'help' ? 0 : 1
}

async function run(command: Command): Promise<void> {
  try {
    const config = readConfig(process.env)
    const db = openDatabase(config)
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
  return ['Usage: npm run admin -- <command>', '', ...lines].join('\n')
}
