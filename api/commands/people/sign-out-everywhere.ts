import { userLock } from '../../account/write-for-user.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { signOutPerson } from '../../organisation/people/account-acts.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const signOutEverywhereCommand: Command = {
  usage: WHO,
  summary: 'Ends all sessions of a person, as after a lost phone; they can sign in again',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'sign-out-everywhere')
    await actByCommand(db, [userLock(uid)], (trx, now) => signOutPerson(trx, uid, now))
    print(`${calledBy} is signed out everywhere within five seconds.`)
  },
}
