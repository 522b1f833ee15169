import { actByCommand } from '../../audit-log/audit-log.ts'
import { giveLearnersBack, locksOfUndo } from '../../organisation/people/undo-move.ts'
import { type Command, orMissing } from '../command.ts'

export const undoMoveCommand: Command = {
  usage: 'ID',
  summary: 'Undoes a move of learners, within seven days; assign and hand-over print its id',
  async run({ db, words: [id], print }) {
    if (!id) throw new Error('Name the move by the id that assign or hand-over printed: npm run admin -- undo-move …')
    const { count } = await orMissing(`There is no move ${id}.`, async () =>
      actByCommand(db, await locksOfUndo(db, id), (trx, now) => giveLearnersBack(trx, { id, reach: 'everybody' }, now)),
    )
    print(`${count} ${count === 1 ? 'learner is' : 'learners are'} with their former mentor again.`)
  },
}

/** Printed after a move, because nobody else knows its id. */
export function howToUndo({ id, count }: { id: string; count: number }): string[] {
  return count === 0 ? [] : [`To undo it within seven days: npm run admin -- undo-move ${id}`]
}
