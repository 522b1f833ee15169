import * as v from 'valibot'
import { Capacity, DEFAULT_CAPACITY } from '../../../contract/organisation/mentors.ts'
import { Day } from '../../../contract/organisation/reports.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { awayLocks } from '../../inbox/away.ts'
import { changeMentor } from '../../organisation/people/mentor-acts.ts'
import { addDays, firstMomentOf } from '../../organisation/reports/days/days.ts'
import { reportSettings } from '../../organisation/reports/days/report-settings.ts'
import { type Command, option } from '../command.ts'
import { activeMentorNamed } from '../named-mentor.ts'

/** A command acts for the operator, who reaches all mentors. */
const reach = 'everybody'

export const setCapacityCommand: Command = {
  usage: 'N <learners | usual>',
  summary: `Sets how many learners a mentor has room for; usual: ${DEFAULT_CAPACITY}`,
  async run({ db, words: [word, count], print }) {
    const capacity = count === 'usual' ? null : Number(count)
    if (!word || !count || !(capacity === null || v.is(Capacity, capacity)))
      throw new Error('Name the mentor and a number from 1 to 1000: npm run admin -- set-capacity 2 60 (or usual)')
    const { id, name } = await activeMentorNamed(db, word)
    await actByCommand(db, awayLocks(id, null), (trx, now) => changeMentor(trx, id, { capacity, reach }, now))
    print(`${name} has room for ${capacity ?? DEFAULT_CAPACITY} learners.`)
  },
}

export const setAwayCommand: Command = {
  usage: 'N [--until 2026-12-31] [--cover N] | N --off',
  summary: 'Marks a mentor as away until the end of a day, and names the cover; --off: they are back',
  async run({ db, words, print }) {
    const [word] = words
    if (!word || word.startsWith('--'))
      throw new Error('Name the mentor: npm run admin -- set-away 2 --until 2026-12-31 --cover 3 (or --off)')
    const { id, name } = await activeMentorNamed(db, word)
    if (words.includes('--off')) {
      if (words.length > 2) throw new Error('Say --off, or how long the mentor is away, and not both')
      await actByCommand(db, awayLocks(id, null), (trx, now) => changeMentor(trx, id, { away: null, reach }, now))
      print(`${name} is back.`)
      return
    }
    const [day, coverWord] = [option(words, 'until'), option(words, 'cover')]
    const cover = coverWord === undefined ? undefined : await activeMentorNamed(db, coverWord)
    if (cover?.id === id) throw new Error(`${name} cannot stand in for themselves`)
    const { timeZone } = await reportSettings(db)
    if (day !== undefined && !v.is(Day, day)) throw new Error('--until: say a day like 2026-12-31')
    const until = day === undefined ? null : firstMomentOf(addDays(day, 1), timeZone)
    if (until !== null && until <= Date.now()) throw new Error(`--until: ${day} is over`)
    const away = { until, coverId: cover?.id ?? null }
    await actByCommand(db, awayLocks(id, away.coverId), (trx, now) => changeMentor(trx, id, { away, reach }, now))
    const end = day === undefined ? `until you say: set-away ${id} --off` : `until the end of ${day} (${timeZone})`
    print(`${name} is away ${end}. ${cover ? `${cover.name} stands in.` : 'Nobody stands in: say --cover N.'}`)
  },
}
