import { userLock } from '../../account/write-for-user.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { signOutEverywhere } from '../../sign-in/sessions/sessions.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const signOutEverywhereCommand: Command = {
  name: 'sign-out-everywhere',
  usage: WHO,
  summary: 'Ends all sessions of a person, as after a lost phone; they can sign in again',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'sign-out-everywhere')
    await transactionWithLock(db, userLock(uid), trx => signOutEverywhere(trx, uid, Date.now()))
    print(`${calledBy} is signed out everywhere within five seconds.`)
  },
}
