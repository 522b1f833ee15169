import { blockUser, unblockUser } from '../../account/user-status.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const blockCommand: Command = {
  name: 'block',
  usage: WHO,
  summary: 'Blocks a person; open sessions end within five seconds',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'block')
    await blockUser(db, uid, Date.now())
    print(`${calledBy} is blocked.`)
  },
}

export const unblockCommand: Command = {
  name: 'unblock',
  usage: WHO,
  summary: 'Lets a blocked person sign in again',
  async run({ db, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'unblock')
    await unblockUser(db, uid)
    print(`${calledBy} may sign in again.`)
  },
}
