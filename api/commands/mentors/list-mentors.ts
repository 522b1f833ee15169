import { countLearners, listMentors, type StoredMentor } from '../../mentors/mentors.ts'
import type { Command } from '../command.ts'

export const listMentorsCommand: Command = {
  name: 'list-responders',
  usage: '',
  summary: 'Lists the mentors: number, name, phone, learners',
  async run({ db, print }) {
    const responders = await listMentors(db)
    const counts = await countLearners(db)
    if (responders.length === 0) print('There is no mentor yet: npm run admin -- add-responder --phone +… --name …')
    for (const responder of responders) {
      const { id, name, phoneNumber } = responder
      const learners = counts.get(id) ?? 0
      print(
        `${id}  ${name}  ${phoneNumber}  ${learners} ${learners === 1 ? 'learner' : 'learners'}${noteOn(responder)}`,
      )
    }
  },
}

function noteOn({ isActive, isAway }: StoredMentor): string {
  if (!isActive) return '  retired'
  return isAway ? '  away' : ''
}
