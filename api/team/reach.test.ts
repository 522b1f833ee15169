import { expect, test } from 'vitest'
import { joinedLimit, storedMentorIds } from './reach.ts'

const unlimited = { team_roles: 'coordinator', team_mentors: null }
const limitedTo = (...ids: number[]) => ({ team_roles: 'coordinator', team_mentors: storedMentorIds(ids) })
const learner = { team_roles: null, team_mentors: null }

test.each([
  ['two limited coordinators see the people of both', [limitedTo(1, 3), limitedTo(2, 3)], '1,2,3'],
  ['one without a limit lifts that of the other', [limitedTo(1), unlimited], null],
  ['a learner lifts nobody’s limit', [learner, limitedTo(2)], '2'],
  ['a limit that outlives its role stays', [{ team_roles: 'author', team_mentors: '4' }, learner], '4'],
  [
    'and is not one of the coordinator of the other account',
    [{ team_roles: null, team_mentors: '4' }, unlimited],
    null,
  ],
  ['two learners have none', [learner, learner], null],
])('of two accounts that become one: %s', (_, accounts, joined) => {
  expect(joinedLimit(...accounts)).toBe(joined)
  expect(joinedLimit(...accounts.toReversed())).toBe(joined)
})
