import { userLock } from '../../account/write-for-user.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { signOutEverybody, signOutPerson } from '../../organisation/people/account-acts.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const signOutEverywhereCommand: Command = {
  usage: `${WHO} | --everybody`,
  summary:
    'Ends all sessions of a person, as after a lost phone, or of everybody, as after a restore; they can sign in again',
  async run({ db, words, print }) {
    if (words.includes('--everybody')) {
      if (words.length > 1) throw new Error('Name one person, or --everybody, and not both')
      await actByCommand(db, [], signOutEverybody)
      print('Everybody is signed out within five seconds. Each sign-in by phone costs a text.')
      return
    }
    const { uid, calledBy } = await personIn(db, words, 'sign-out-everywhere')
    await actByCommand(db, [userLock(uid)], (trx, now) => signOutPerson(trx, uid, now))
    print(`${calledBy} is signed out everywhere within five seconds.`)
  },
}
