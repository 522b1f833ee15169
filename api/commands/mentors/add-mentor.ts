import { actByCommand } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { nameMentor } from '../../organisation/people/mentor-acts.ts'
import { type Command, option } from '../command.ts'
import { nameOption } from '../named-mentor.ts'

export const addMentorCommand: Command = {
  usage: '--phone +… --name …',
  summary: 'Adds a mentor; new learners are assigned to them from now on',
  async run({ db, words, print }) {
    const [phone, name] = [option(words, 'phone'), nameOption(words)]
    if (!phone || !name) {
      throw new Error(
        'Give a phone and a name: npm run admin -- add-responder --phone +971501234567 --name "Salma Haddad"',
      )
    }
    const { number } = parsePhone(phone, [])
    const { id } = await actByCommand(db, [MENTORS_LOCK], (trx, now) =>
      nameMentor(trx, { name, phoneNumber: number }, now),
    )
    print(`${name} is mentor number ${id}. New learners who open the app with ?rid=${id} are assigned to them.`)
  },
}
