import { actByCommand } from '../../audit-log/audit-log.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { correctName } from '../../organisation/people/account-acts.ts'
import type { Command } from '../command.ts'
import { nameOption } from '../named-mentor.ts'
import { personIn, WHO } from '../named-person.ts'

export const correctNameCommand: Command = {
  usage: `${WHO} --name …`,
  summary: 'Corrects the name of a person',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'correct-name')
    const name = nameOption(words)
    if (!name) throw new Error('Say the name: --name "Noura Salem"')
    await actByCommand(db, [MENTORS_LOCK], trx => correctName(trx, uid, { name }))
    print(`${calledBy} is called ${name}.`)
  },
}
