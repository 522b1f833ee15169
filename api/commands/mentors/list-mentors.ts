import { countLearners, listMentors, type StoredMentor } from '../../mentors/mentors.ts'
import type { Command } from '../command.ts'

export const listMentorsCommand: Command = {
  usage: '',
  summary: 'Lists the mentors: number, name, phone, learners',
  async run({ db, print }) {
    const mentors = await listMentors(db)
    const counts = await countLearners(db)
    if (mentors.length === 0) print('There is no mentor yet: npm run admin -- add-responder --phone +… --name …')
    for (const mentor of mentors) {
      const { id, name, phoneNumber } = mentor
      const learners = counts.get(id) ?? 0
      print(`${id}  ${name}  ${phoneNumber}  ${learners} ${learners === 1 ? 'learner' : 'learners'}${noteOn(mentor)}`)
    }
  },
}

function noteOn({ isActive, isAway }: StoredMentor): string {
  if (!isActive) return '  retired'
  return isAway ? '  away' : ''
}
