import type { Db } from '../../database/tables.ts'
import { listMentors } from '../../mentors/mentors.ts'
import { type Command, option } from '../command.ts'
import { mentorNamed } from '../mentors/responder.ts'

const MOST = 200

export const findPersonCommand: Command = {
  name: 'find-person',
  usage: '<part of a name, phone, e-mail or uid>',
  summary: 'Lists the people that match: phone or e-mail, name, mentor, last seen, uid',
  async run({ db, words, print }) {
    const part = words.join(' ').trim()
    if (part === '')
      throw new Error('Give a part of a name, phone, e-mail or uid: npm run admin -- find-person noura (or 1234567)')
    printAll(await peopleWith(db, { part }), print)
  },
}

export const listLearnersCommand: Command = {
  name: 'list-learners',
  usage: '[--responder N]',
  summary: 'Lists all learners, or those of one mentor, in the same way; last seen first',
  async run({ db, words, print }) {
    const word = option(words, 'responder')
    const people = await peopleWith(db, word ? { responderId: (await mentorNamed(db, word)).id } : {})
    const mentors = (await listMentors(db)).flatMap(({ isActive, phoneNumber }) => (isActive ? phoneNumber : []))
    printAll(
      people.filter(({ phone_number }) => !mentors.includes(phone_number ?? '')),
      print,
    )
  },
}

type Filter = { part?: string; responderId?: number }
type Found = Awaited<ReturnType<typeof peopleWith>>[number]

async function peopleWith(db: Db, { part, responderId }: Filter) {
  let people = db
    .selectFrom('users')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .select(['users.uid', 'users.phone_number', 'users.email', 'users.display_name', 'users.created_at'])
    .select(['responders.name as mentor', 'users.blocked_at', 'users.erase_at'])
    .select(({ selectFrom }) => [
      selectFrom('page_answers')
        .select(({ fn }) => fn.max('logged_at').as('at'))
        .whereRef('page_answers.uid', '=', 'users.uid')
        .as('answered_at'),
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.created_at').as('at'))
        .whereRef('sessions.uid', '=', 'users.uid')
        .as('signed_in_at'),
    ])
  if (responderId !== undefined) people = people.where('users.responder_id', '=', responderId)
  if (part !== undefined) {
    const digits = part.replace(/[^0-9]/g, '').replace(/^0+/, '')
    const letters = part.toLowerCase().replace(/[\\%_]/g, '')
    const like = letters && `%${letters}%`
    people = people.where(({ eb, or, fn }) =>
      or([
        eb(fn<string>('lower', ['users.display_name']), 'like', like),
        eb(fn<string>('lower', ['users.email']), 'like', like),
        eb('users.uid', '=', part),
        ...(digits.length > 2 ? [eb('users.phone_number', 'like', `%${digits}%`)] : []),
      ]),
    )
  }
  const rows = await people.execute()
  return rows
    .map(row => ({ ...row, seenAt: Math.max(...[row.answered_at, row.signed_in_at, row.created_at].map(Number)) }))
    .toSorted((one, other) => other.seenAt - one.seenAt)
}

function printAll(people: readonly Found[], print: (line: string) => void): void {
  for (const person of people.slice(0, MOST)) print(lineOf(person))
  if (people.length === 0) print('Nobody found.')
  if (people.length > MOST) print(`… and ${people.length - MOST} more.`)
}

function lineOf({ uid, phone_number, email, display_name, mentor, seenAt, blocked_at, erase_at }: Found): string {
  const notes = [blocked_at === null ? '' : 'blocked', erase_at === null ? '' : 'to be erased'].filter(Boolean)
  const contact = [phone_number, email].filter(Boolean).join(' ')
  const seen = new Date(seenAt).toISOString().slice(0, 10)
  return [
    contact,
    display_name || 'no name',
    mentor ? `with ${mentor}` : 'no mentor',
    `seen ${seen}`,
    uid,
    ...notes,
  ].join('  ')
}
