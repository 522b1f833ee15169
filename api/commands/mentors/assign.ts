import { actByCommand } from '../../audit-log/audit-log.ts'
import { participantOf } from '../../messages/conversation/participant.ts'
import { locksOfMove, move } from '../../organisation/people/move.ts'
import { type Command, option } from '../command.ts'
import { activeMentorNamed } from '../named-mentor.ts'
import { personIn, WHO } from '../named-person.ts'
import { howToUndo } from './undo-move.ts'

export const assignCommand: Command = {
  usage: `${WHO} --to N`,
  summary: 'Assigns one learner to a mentor, with their conversation',
  async run({ db, words, print }) {
    const to = option(words, 'to')
    if (!to) throw new Error('Name the mentor: npm run admin -- assign --phone +971501234567 --to 2')
    const { uid, calledBy } = await personIn(db, words, 'assign')
    const mentor = await activeMentorNamed(db, to)
    const { kind } = await participantOf(db, uid)
    if (kind === 'mentor') throw new Error(`${calledBy} is a mentor and cannot be assigned to one`)
    const moving = { to: mentor.id, uids: [uid], reach: 'everybody' as const }
    const moved = await actByCommand(db, await locksOfMove(db, moving), (trx, now) => move(trx, moving, now))
    print(`${mentor.name} is the mentor of ${calledBy} now.`)
    for (const line of howToUndo(moved)) print(line)
  },
}
