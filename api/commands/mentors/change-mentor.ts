import { actByCommand } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { changeStoredMentor } from '../../organisation/people/mentor-acts.ts'
import { type Command, option } from '../command.ts'
import { mentorNamed, nameOption } from '../named-mentor.ts'

const EXAMPLE = 'npm run admin -- change-mentor 2 --name "Salma Haddad" (or --phone +971501234567, or --return)'

export const changeMentorCommand: Command = {
  usage: 'N [--name …] [--phone +…] [--return]',
  summary: 'Corrects the name or the phone of a mentor; --return: a retired mentor is active again',
  async run({ db, words, print }) {
    const [word] = words
    const [name, phone] = [nameOption(words), option(words, 'phone')]
    const isActive = words.includes('--return') || undefined
    if (!word || word.startsWith('--') || !(name || phone || isActive))
      throw new Error(`Name the mentor and what to change: ${EXAMPLE}`)
    const before = await mentorNamed(db, word)
    const phoneNumber = phone === undefined ? undefined : parsePhone(phone, []).number
    const change = { name, phoneNumber, isActive }
    const mentor = await actByCommand(db, [MENTORS_LOCK], trx => changeStoredMentor(trx, before.id, change))
    print(`Mentor number ${mentor.id} is ${mentor.name}, ${mentor.phoneNumber}${mentor.isActive ? '' : ', retired'}.`)
    if (isActive && !before.isActive)
      print(
        `Their former learners keep their mentors. To move them: npm run admin -- hand-over --from … --to ${mentor.id}`,
      )
  },
}
