import { actByCommand } from '../../audit-log/audit-log.ts'
import { blockPerson, unblockPerson } from '../../organisation/people/account-acts.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import { type Command, option } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const blockCommand: Command = {
  usage: `${WHO} [--reason "…"]`,
  summary: 'Blocks a person, who reads the reason at the next sign-in; open sessions end within five seconds',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'block')
    const reason = option(words, 'reason') ?? null
    await actByCommand(db, [TEAM_LOCK], (trx, now) => blockPerson(trx, uid, reason, now))
    print(`${calledBy} is blocked.`)
  },
}

export const unblockCommand: Command = {
  usage: WHO,
  summary: 'Lets a blocked person sign in again',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'unblock')
    await actByCommand(db, [], trx => unblockPerson(trx, uid))
    print(`${calledBy} may sign in again.`)
  },
}
