import { userLock } from '../../account/write-for-user.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { makeMergeLink } from '../../organisation/people/account-acts.ts'
import type { Command } from '../command.ts'
import { personIn, WHO } from '../named-person.ts'

export const mergeLinkCommand: Command = {
  usage: WHO,
  summary: 'Prints a link by which a person joins this account to their other one; nobody else can',
  async run({ db, config, words, print }) {
    const { uid, calledBy } = await personIn(db, words, 'merge-link')
    await actByCommand(db, [userLock(uid)], trx => makeMergeLink(trx, uid))
    print(`${config.publicUrl}/account?merge=${encodeURIComponent(uid)}`)
    print(`Opens the right place in the profile of ${calledBy}, signed in with the phone number of this account.`)
  },
}
