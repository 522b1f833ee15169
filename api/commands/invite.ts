import { invitationTo, LAST_INVITING_ID } from '../identity/invites.ts'
import { parsePhone } from '../identity/phone.ts'
import { listResponders, type Responder } from '../identity/responders.ts'
import { openSecrets } from '../identity/secrets.ts'
import { type Command, type Operator, option } from './command.ts'

export const inviteCommand: Command = {
  name: 'invite',
  usage: '--responder N | --phone +…',
  summary: 'Prints the link that gives new learners to a mentor; nobody can guess it',
  async run({ db, config, words, print }) {
    const { id, name, isActive } = await responderIn(db, words)
    if (!isActive) throw new Error(`${name} takes no learners at present`)
    if (id > LAST_INVITING_ID) throw new Error(`Invitations reach mentor number ${LAST_INVITING_ID}; ${name} is ${id}`)
    print(`${config.publicUrl}/?rid=${invitationTo(id, openSecrets(config).invitations)}`)
  },
}

async function responderIn(db: Operator['db'], words: readonly string[]): Promise<Responder> {
  const [id, phone] = [option(words, 'responder'), option(words, 'phone')]
  if (!id === !phone)
    throw new Error('Say whose, in one way: npm run admin -- invite --responder 2 (or --phone +971501234567)')
  const number = phone ? parsePhone(phone, []).number : undefined
  const responders = await listResponders(db)
  const responder = responders.find(one => (number ? one.phoneNumber === number : String(one.id) === id))
  if (!responder) throw new Error(number ? `${number} is no mentor's phone` : `There is no mentor number ${id}`)
  return responder
}
