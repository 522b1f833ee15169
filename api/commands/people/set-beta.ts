import { actByCommand } from '../../audit-log/audit-log.ts'
import { setPersonBeta } from '../../organisation/people/account-acts.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const setBetaCommand: Command = {
  usage: `${WHO} [--off]`,
  summary: 'Shows beta courses to a person; --off: no longer',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'set-beta')
    const isBeta = !words.includes('--off')
    await actByCommand(db, [], trx => setPersonBeta(trx, uid, isBeta))
    print(`${calledBy} ${isBeta ? 'sees' : 'no longer sees'} beta courses.`)
  },
}
