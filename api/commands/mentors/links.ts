import { INVITATION_MS } from '../../../contract/organisation/invitations.ts'
import { DAY } from '../../../contract/time.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { invitationUrl } from '../../mentors/invitations.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { endInvitation, invitationsNow, makeInvitation } from '../../organisation/invitations/invitations.ts'
import { type Command, option, orMissing } from '../command.ts'
import { activeMentorNamed, nameOption } from '../named-mentor.ts'

const MAX_DAYS = 366

export const makeLinkCommand: Command = {
  usage: '--name … [--responder N] [--days N] [--uses N]',
  summary: 'Prints a link that invites learners and counts them; without a mentor, to the one with the fewest',
  async run({ db, config, words, print }) {
    const name = nameOption(words)
    if (!name) throw new Error('Say where the link is for: npm run admin -- make-link --name "Irbid centre"')
    const word = option(words, 'responder')
    const mentorId = word === undefined ? null : (await activeMentorNamed(db, word)).id
    const days = numberIn(words, 'days', MAX_DAYS)
    const wanted = {
      ...{ name, mentorId },
      lifetimeMs: days === undefined ? INVITATION_MS : days * DAY,
      maxUses: numberIn(words, 'uses', 100_000) ?? null,
      reach: 'everybody' as const,
    }
    const { id, code } = await actByCommand(db, [MENTORS_LOCK], (trx, now) => makeInvitation(trx, wanted, now))
    print(invitationUrl(config.publicUrl, code))
    print(`To end it: npm run admin -- end-link ${id}`)
  },
}

export const listLinksCommand: Command = {
  usage: '',
  summary: 'Lists the links that invite learners, and how many came by each',
  async run({ db, config, print }) {
    const links = await invitationsNow(db, 'everybody', Date.now())
    if (links.length === 0) print('None yet. To make one: npm run admin -- make-link --name "Irbid centre"')
    for (const { id, code, name, mentor, uses, expiresAt, isGood } of links) {
      const until = isGood ? `until ${new Date(expiresAt).toISOString()}` : 'ended'
      const url = invitationUrl(config.publicUrl, code)
      print([id, name, mentor?.name, `${uses} came`, until, url].filter(Boolean).join('  '))
    }
  },
}

export const endLinkCommand: Command = {
  usage: 'ID',
  summary: 'Ends a link that invites learners; those who came stay',
  async run({ db, words, print }) {
    const [id] = words
    if (!id) throw new Error('Name the link by its id in list-links: npm run admin -- end-link …')
    await orMissing(`There is no link ${id}. To see all: npm run admin -- list-links`, () =>
      actByCommand(db, [MENTORS_LOCK], (trx, now) => endInvitation(trx, { id, reach: 'everybody' }, now)),
    )
    print('The link has ended.')
  },
}

function numberIn(words: readonly string[], name: string, most: number): number | undefined {
  const word = option(words, name)
  if (word === undefined) return undefined
  const number = Number(word)
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`--${name}: say a whole number from 1 to ${most}`)
  return number
}
