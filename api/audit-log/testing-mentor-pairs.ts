import { changeMentor, moveLearners, undoMove } from '../../contract/organisation/mentors.ts'
import * as acts from '../../contract/organisation/person-acts.ts'
import { addMentorCommand } from '../commands/mentors/add-mentor.ts'
import { assignCommand } from '../commands/mentors/assign.ts'
import { setAwayCommand, setCapacityCommand } from '../commands/mentors/capacity-and-absence.ts'
import { handOverCommand } from '../commands/mentors/hand-over.ts'
import { undoMoveCommand } from '../commands/mentors/undo-move.ts'
import { PHONES } from '../organisation/people/testing.ts'
import type { Pair, World } from './testing-world.ts'

const [RANA, HUDA] = [2, 3]
const byUid = ({ yousef: { uid } }: World) => ['--uid', uid]
const of = (id: number) => ({ params: { id: String(id) } })

/** Acts on mentors and their learners. The order matters: many need what an earlier one has changed. */
export const MENTOR_PAIRS: Pair[] = [
  {
    action: 'mentor-named',
    button: ({ reem, rana }) => reem.call(acts.setMentorRole, { params: { uid: rana.uid }, body: { isMentor: true } }),
    command: addMentorCommand,
    words: () => ['--phone', PHONES.huda, '--name', 'Huda Kamel'],
  },
  {
    action: 'mentor-changed',
    button: ({ reem }) => reem.call(changeMentor, { ...of(RANA), body: { capacity: 20 } }),
    command: setCapacityCommand,
    words: () => [String(HUDA), '20'],
  },
  {
    action: 'mentor-changed',
    button: ({ reem }) => reem.call(changeMentor, { ...of(RANA), body: { away: { until: null, coverId: HUDA } } }),
    command: setAwayCommand,
    words: () => [String(HUDA), '--until', '2096-12-31', '--cover', '1'],
  },
  {
    action: 'mentor-changed',
    button: ({ reem }) => reem.call(changeMentor, { ...of(RANA), body: { away: null } }),
    command: setAwayCommand,
    words: () => [String(HUDA), '--off'],
  },
  {
    action: 'learners-moved',
    button: ({ reem, noura }) => reem.call(moveLearners, { body: { uids: [noura.uid], to: HUDA } }),
    command: assignCommand,
    words: world => [...byUid(world), '--to', String(HUDA)],
  },
  {
    action: 'move-undone',
    button: async world => world.reem.call(undoMove, { params: { id: await moveToRana(world, world.noura.uid) } }),
    command: undoMoveCommand,
    words: async world => [await moveToRana(world, world.yousef.uid)],
  },
  {
    action: 'learners-moved',
    button: ({ reem }) => reem.call(moveLearners, { body: { from: HUDA, to: RANA } }),
    command: handOverCommand,
    words: () => ['--from', String(RANA), '--to', '1'],
  },
  {
    action: 'mentor-retired',
    button: ({ reem, rana }) => reem.call(acts.setMentorRole, { params: { uid: rana.uid }, body: { isMentor: false } }),
    command: handOverCommand,
    words: () => ['--from', String(HUDA), '--to', '1', '--retire'],
  },
]

async function moveToRana({ reem }: World, uid: string): Promise<string> {
  return (await reem.call(moveLearners, { body: { uids: [uid], to: RANA } })).data.id
}
