import type { Row } from '../table.ts'
import type { Reading, WrittenMessage } from './gap-people.ts'

/** Counts messages that readers missed, got twice, or got before an earlier message of the same writer. */
export function judgeGap(readings: Reading[], written: WrittenMessage[]): Row[] {
  const judged = readings.map(reading => judge(reading, written))
  const sum = (what: keyof Judged) => judged.reduce((total, one) => total + one[what], 0)
  const row = (what: string, value: number) => ({ name: `gap, PostgreSQL: ${what}`, value, unit: 'messages' })
  return [
    row('written', written.length),
    { ...row('readers', readings.length), unit: '' },
    row('read, by all together', sum('got')),
    { ...row('missed', sum('missed')), atMost: 0 },
    { ...row('read twice', sum('twice')), atMost: 0 },
    { ...row('read before an earlier one of the same writer', sum('early')), atMost: 0 },
  ]
}

type Judged = { got: number; missed: number; twice: number; early: number }

function judge({ reader, learnerUids }: Reading, written: WrittenMessage[]): Judged {
  const keys = reader.read.map(({ key }) => key ?? '')
  const placeOf = new Map(keys.map((key, place) => [key, place]))
  const due = written.filter(({ learnerUid }) => learnerUids.includes(learnerUid))
  const arrived = due.filter(({ key }) => placeOf.has(key))
  const byWriter = Map.groupBy(arrived, ({ by }) => by)
  const places = [...byWriter.values()].map(own => own.map(({ key }) => placeOf.get(key) as number))
  return {
    got: keys.length,
    missed: due.length - arrived.length,
    twice: keys.length - placeOf.size,
    early: places.flatMap(own => own.filter((place, at) => place < (own[at - 1] ?? 0))).length,
  }
}
