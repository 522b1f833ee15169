import type { Command } from '../command.ts'
import { personIn, WHO } from './person.ts'

export const signOutEverywhereCommand: Command = {
  name: 'sign-out-everywhere',
  usage: WHO,
  summary: 'Ends all sessions of a person, as after a lost phone; they can sign in again',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'sign-out-everywhere')
    await db.updateTable('users').set({ signed_out_at: Date.now() }).where('uid', '=', uid).execute()
    print(`${calledBy} is signed out everywhere within five seconds.`)
  },
}
