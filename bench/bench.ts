import { gap } from './gap.ts'
import { http } from './http.ts'
import { idle } from './idle.ts'
import { kill } from './kill.ts'
import { logs } from './logs.ts'
import { mailbox } from './mailbox.ts'
import { memory } from './memory.ts'
import { messages } from './messages.ts'
import { paint } from './paint.ts'
import { recorder } from './recorder.ts'
import { committedResults, saveResults, thisMachine } from './results.ts'
import { scroll } from './scroll.ts'
import { signIns } from './sign-ins.ts'
import { sizes } from './sizes.ts'
import { storm } from './storm.ts'
import { isBroken, type Row, table } from './table.ts'
import { timing } from './timing.ts'
import { uploads } from './uploads.ts'

const groups: Record<string, () => Promise<Row[]>> = {
  sizes,
  paint,
  recorder,
  http,
  logs,
  memory,
  timing,
  signins: signIns,
  uploads,
  kill,
  messages,
  mailbox,
  idle,
  scroll,
  storm,
  gap,
}

const words = process.argv.slice(2)
const wanted = words.filter(word => !word.startsWith('--'))
const unknown = wanted.filter(word => !(word in groups))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(1)
}

// What is measured is what stands here now, not what was built last.
await import('../build/build.ts')
const rows: Row[] = []
for (const [name, measure] of Object.entries(groups)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`Measuring ${name} …`)
  rows.push(...(await measure()))
}

const machine = thisMachine()
const committed = committedResults()
console.log(`\n${machine}\nKB are 1024 bytes.\n\n${table(rows, { machine, committed }).join('\n')}`)
if (words.includes('--save')) saveResults(rows)

const broken = rows.filter(isBroken)
if (broken.length > 0) console.error(`\nOver budget: ${broken.map(row => row.name).join(', ')}`)
process.exitCode = broken.length > 0 ? 1 : 0
