import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import { whoWaits } from '../../messages/conversation/who-waits.ts'
import type { Command } from '../command.ts'

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const

export const waitingCommand: Command = {
  usage: '',
  summary: 'Lists the learners who wait for an answer, and how long',
  async run({ db, print }) {
    const waiting = await whoWaits(db)
    if (waiting.length === 0) print('Nobody waits.')
    for (const { name, responderName, waitingSince } of waiting)
      print(`${since(Date.now() - waitingSince)}  ${name}  waits for ${responderName || 'a mentor: there is none'}`)
  },
}

function since(ms: number): string {
  const [name, unit] = UNITS.find(([, unit]) => ms >= unit) ?? ['minute', MINUTE]
  const count = Math.max(Math.floor(ms / unit), 0)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
