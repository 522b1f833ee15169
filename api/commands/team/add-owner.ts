import { HOUR } from '../../../contract/time.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import { invite } from '../../organisation/team/team-acts.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { tokenOf } from '../../team/invitations.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import { type Command, option } from '../command.ts'

const LIFETIME_MS = 24 * HOUR

export const addOwnerCommand: Command = {
  name: 'add-owner',
  usage: '--phone +…',
  summary: 'Prints a link that makes the person with this phone an owner of the organisation',
  async run({ db, config, words, print }) {
    const phone = option(words, 'phone')
    if (!phone) throw new Error('Give a phone: npm run admin -- add-owner --phone +971501234567')
    const { number } = parsePhone(phone, [])
    const { id } = await actByCommand(db, [TEAM_LOCK], (trx, now) =>
      invite(trx, { phoneNumber: number, role: 'owner' }, { now, lifetimeMs: LIFETIME_MS }),
    )
    const token = tokenOf(id, openSecrets(config).invitations)
    print(`${config.publicUrl}/org?join=${token}`)
    print(`Good once, for 24 hours, and only for a person who signs in with ${number}.`)
  },
}
