import { invitationUrl } from '../../mentors/invitations.ts'
import { invitationTo, LAST_INVITING_ID } from '../../mentors/invites.ts'
import { openSecrets } from '../../secrets/secrets.ts'
import { type Command, option } from '../command.ts'
import { activeMentorNamed } from '../named-mentor.ts'

export const inviteCommand: Command = {
  usage: '--responder N | --phone +…',
  summary: 'Prints the link that assigns new learners to a mentor; nobody can guess it',
  async run({ db, config, words, print }) {
    const { id, name } = await activeMentorNamed(db, wordFor(words))
    if (id > LAST_INVITING_ID) throw new Error(`Invitations reach mentor number ${LAST_INVITING_ID}; ${name} is ${id}`)
    print(invitationUrl(config.publicUrl, invitationTo(id, openSecrets(config).invitations)))
  },
}

function wordFor(words: readonly string[]): string {
  const [id, phone] = [option(words, 'responder'), option(words, 'phone')]
  if (!id === !phone)
    throw new Error('Name one mentor, in one way: npm run admin -- invite --responder 2 (or --phone +971501234567)')
  return id ?? (phone as string)
}
