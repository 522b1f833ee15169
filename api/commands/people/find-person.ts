import { type FoundPerson, findPeople } from '../../account/find-people.ts'
import { listMentors } from '../../mentors/mentors.ts'
import { type Command, option } from '../command.ts'
import { mentorNamed } from '../named-mentor.ts'

const MOST = 200

export const findPersonCommand: Command = {
  usage: '<part of a name, phone, e-mail or uid> …',
  summary: 'Lists the people that match: phone or e-mail, name, mentor, last seen, uid',
  async run({ db, words, print }) {
    const part = words.join(' ').trim()
    if (part === '')
      throw new Error('Give a part of a name, phone, e-mail or uid: npm run admin -- find-person noura (or 1234567)')
    printAll(await findPeople(db, { part }), print)
  },
}

export const listLearnersCommand: Command = {
  usage: '[--responder N]',
  summary: 'Lists all learners, or those of one mentor, as find-person does; last seen first',
  async run({ db, words, print }) {
    const word = option(words, 'responder')
    const people = await findPeople(db, word ? { mentorId: (await mentorNamed(db, word)).id } : {})
    const mentors = (await listMentors(db)).flatMap(({ isActive, phoneNumber }) => (isActive ? phoneNumber : []))
    printAll(
      people.filter(({ phone_number }) => !mentors.includes(phone_number ?? '')),
      print,
    )
  },
}

function printAll(people: readonly FoundPerson[], print: (line: string) => void): void {
  for (const person of people.slice(0, MOST)) print(lineOf(person))
  if (people.length === 0) print('Nobody found.')
  if (people.length > MOST) print(`… and ${people.length - MOST} more.`)
}

function lineOf({ uid, phone_number, email, display_name, mentor, seenAt, blocked_at, erase_at }: FoundPerson): string {
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
