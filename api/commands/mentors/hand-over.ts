import { actByCommand } from '../../audit-log/audit-log.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { retireById } from '../../organisation/people/mentor-acts.ts'
import { locksOfMove, move } from '../../organisation/people/move.ts'
import { type Command, option } from '../command.ts'
import { activeMentorNamed, mentorNamed } from '../named-mentor.ts'
import { howToUndo } from './undo-move.ts'

export const handOverCommand: Command = {
  usage: '--from N --to N [--retire]',
  summary:
    'Moves all learners of a mentor to another, with their conversations; --retire: the first one is no mentor any more',
  async run({ db, words, print }) {
    const [fromWord, toWord] = [option(words, 'from'), option(words, 'to')]
    if (!fromWord || !toWord) throw new Error('Name both mentors: npm run admin -- hand-over --from 1 --to 2')
    const from = await mentorNamed(db, fromWord)
    const to = await activeMentorNamed(db, toWord)
    if (from.id === to.id) throw new Error(`${from.name} cannot hand over to themselves`)
    const moving = { from: from.id, to: to.id, reach: 'everybody' as const }
    const moved = await actByCommand(db, await locksOfMove(db, moving), (trx, now) => move(trx, moving, now))
    print(`${moved.count} of ${from.name}'s learners ${moved.count === 1 ? 'is' : 'are'} with ${to.name} now.`)
    if (!words.includes('--retire')) {
      for (const line of howToUndo(moved)) print(line)
      return
    }
    await actByCommand(db, [MENTORS_LOCK], trx => retireById(trx, from.id))
    print(`${from.name} is no mentor any more.`)
  },
}
