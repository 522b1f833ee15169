import { cost } from './http/cost.ts'
import { http } from './http/http.ts'
import { logs } from './http/logs.ts'
import { memory } from './http/memory.ts'
import { neighbours } from './http/neighbours.ts'
import { overload } from './http/overload.ts'
import { signIns } from './http/sign-ins.ts'
import { timing } from './http/timing.ts'
import { uploads } from './http/uploads.ts'
import { gap } from './losses/gap.ts'
import { kill } from './losses/kill.ts'
import { outages } from './losses/outages.ts'
import { powerLoss } from './losses/power/power-loss.ts'
import { storm } from './losses/storm.ts'
import { mailbox } from './messages/mailbox.ts'
import { messages } from './messages/messages.ts'
import { million } from './messages/million.ts'
import { courses } from './organisation/courses.ts'
import { film } from './organisation/film.ts'
import { home } from './organisation/home.ts'
import { people } from './organisation/people.ts'
import { reports } from './organisation/reports.ts'
import { typing } from './organisation/typing.ts'
import { committedResults, saveResults, thisMachine } from './results.ts'
import { idle } from './screens/idle.ts'
import { paint } from './screens/paint.ts'
import { recorder } from './screens/recorder.ts'
import { scroll } from './screens/scroll.ts'
import { sizes } from './screens/sizes.ts'
import { visit } from './screens/visit.ts'
import { isBroken, type Row, table } from './table.ts'

const groups: Record<string, () => Promise<Row[]>> = {
  sizes,
  paint,
  visit,
  recorder,
  http,
  cost,
  logs,
  memory,
  overload,
  neighbours,
  timing,
  signins: signIns,
  uploads,
  reports,
  kill,
  messages,
  mailbox,
  million,
  idle,
  scroll,
  storm,
  gap,
  outages,
  'power-loss': powerLoss,
  home,
  people,
  courses,
  typing,
  film,
}

const words = process.argv.slice(2)
const wanted = words.filter(word => !word.startsWith('--'))
const unknown = wanted.filter(word => !(word in groups))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(1)
}

// Builds first, so that the present code is measured and not the last build.
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
