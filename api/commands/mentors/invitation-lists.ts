import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { defaultLanguage, Language, languageCodes } from '../../../contract/languages.ts'
import { LIST_BYTES, type ListedRow } from '../../../contract/organisation/invitation-lists.ts'
import { INVITATION_MS } from '../../../contract/organisation/invitations.ts'
import english from '../../../contract/texts/en.json' with { type: 'json' }
import { DAY } from '../../../contract/time.ts'
import { actByCommand } from '../../audit-log/audit-log.ts'
import { invitationUrl } from '../../mentors/invitations.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { checkList } from '../../organisation/invitations/check-list.ts'
import { rulesFor } from '../../organisation/invitations/check-row.ts'
import { linkList, sendList, stopList } from '../../organisation/invitations/list-acts.ts'
import { listNow } from '../../organisation/invitations/lists.ts'
import { createListSender } from '../../organisation/invitations/send-lists.ts'
import { countedSenders } from '../../organisation/settings/counted-senders.ts'
import { type Command, type Operator, option, orMissing } from '../command.ts'
import { activeMentorNamed } from '../named-mentor.ts'

/** The command prints the same sentences as the screen. */
const { problems, reasons, why, tooLarge, usedUp } = english.invite.list

export const checkListCommand: Command = {
  usage: '<file.csv> [--responder N] [--language ar|en]',
  summary: 'Checks a list of people to invite and says what is wrong in which row; sends nothing',
  async run({ db, config, words, print }) {
    const [file] = words
    if (!file || file.startsWith('--')) throw new Error('Name the file: npm run admin -- check-list people.csv')
    const language = option(words, 'language') ?? defaultLanguage
    if (!v.is(Language, language)) throw new Error(`--language: one of ${languageCodes.join(', ')}`)
    const word = option(words, 'responder')
    const mentorId = word === undefined ? null : (await activeMentorNamed(db, word)).id
    if ((await stat(file)).size > LIST_BYTES) throw new Error(tooLarge)
    const rules = await rulesFor(db, config, { phoneNumber: null, mentorId, reach: 'everybody' })
    const act = { uid: '', key: undefined, request: {}, now: Date.now() }
    const checked = await checkList(db, { file: await readFile(file), language }, rules, act)
    if (checked.problem) throw new Error(problems[checked.problem])
    for (const { number, phone, name, reason, guess } of checked.held) {
      const likely = guess ? ` (${guess.text}?)` : ''
      print(['row', number, phone, name].filter(Boolean).join(' ').concat(`: ${reasons[reason]}${likely}`))
    }
    print(`${checked.ready} ready, ${checked.held.length} not.`)
    if (checked.ready === 0) return
    const { text, parts, price } = await listNow(db, 'everybody', checked.id, config)
    print(`Each gets ${parts} ${parts === 1 ? 'part' : 'parts'}: ${text}`)
    if (price)
      print(`At ${price.amount} ${price.currency} a part: ${(checked.ready * parts * price.amount).toFixed(2)}`)
    print(`To send it: npm run admin -- send-list ${checked.id} (or link-list, to share the links in another way)`)
  },
}

export const sendListCommand: Command = {
  usage: 'ID',
  summary: 'Sends a text to each ready row of a checked list, at most one a second, or goes on after a stop',
  async run(operator) {
    const { db, config, print } = operator
    const id = idIn(operator, 'send-list')
    await orMissing(noList(id), () => listNow(db, 'everybody', id, config))
    await actByCommand(db, [MENTORS_LOCK], trx => sendList(trx, id))
    const senders = countedSenders(db, config, { now: Date.now, failed: () => {} })
    const failed = (error: Error) => print(`Stopped: ${error.message}. The server goes on within an hour.`)
    const sender = createListSender({ db, now: Date.now, config, sendSms: senders.sendSms, failed })
    await sender.finish().finally(() => senders.settled())
    const { rows, state, goesOnAt } = await listNow(db, 'everybody', id, config)
    printRefused(rows, print)
    const count = (wanted: string) => rows.filter(row => row.state === wanted).length
    print(`${count('sent')} sent, ${count('refused')} not, ${count('ready')} left.`)
    if (state !== 'stopped') return
    const after = goesOnAt === null ? '' : ` after ${new Date(goesOnAt).toISOString()}`
    print(`${goesOnAt === null ? 'It was stopped.' : usedUp} To go on${after}: send-list ${id}`)
  },
}

export const stopListCommand: Command = {
  usage: 'ID',
  summary: 'Stops a list that is being sent; send-list goes on with it',
  async run(operator) {
    const id = idIn(operator, 'stop-list')
    await orMissing(noList(id), () => actByCommand(operator.db, [MENTORS_LOCK], trx => stopList(trx, id)))
    operator.print('Nothing more is sent.')
  },
}

export const linkListCommand: Command = {
  usage: 'ID',
  summary: 'Prints a link for each ready row of a checked list; each works once, within thirty days',
  async run(operator) {
    const { db, config, print } = operator
    const id = idIn(operator, 'link-list')
    await orMissing(noList(id), () => actByCommand(db, [MENTORS_LOCK], (trx, now) => linkList(trx, id, now)))
    const { rows } = await listNow(db, 'everybody', id, config)
    printRefused(rows, print)
    for (const { number, name, phoneNumber, code, state } of rows)
      if (state === 'linked' && code !== null)
        print([number, phoneNumber, name, invitationUrl(config.publicUrl, code)].filter(Boolean).join('  '))
    print(`Each is good once, for ${INVITATION_MS / DAY} days.`)
  },
}

function printRefused(rows: readonly ListedRow[], print: Operator['print']): void {
  for (const { number, phoneNumber, state, reason } of rows)
    if (state === 'refused') print(`row ${number} ${phoneNumber}: ${why[reason as keyof typeof why]}`)
}

function noList(id: string): string {
  return `There is no list ${id}. check-list checks a file and prints its id`
}

function idIn({ words: [id] }: Operator, command: string): string {
  if (!id) throw new Error(`Name the list by the id that check-list printed: npm run admin -- ${command} …`)
  return id
}
