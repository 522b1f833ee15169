import { expect, test } from 'vitest'
import { namedCalls } from '../all-calls.ts'

/** Numbers that no column holds and no query compares: the server cuts them, or compares them itself. */
const STAYS_IN_MEMORY = [
  'changeMentor.from.awaySince',
  'changeMentor.from.awayUntil',
  'changeMentor.from.capacity',
  'changeMentor.from.coverId',
  'discardDraft.revision',
  'fixImport.column',
  'fixImport.line',
  'logPage.answeredAt',
  'logPage.lessonChangedAt',
  'logPage.tries',
  'markReceivedSeen.from',
  'publishCourse.revision',
  'publishCourse.version',
  'rollBackCourse.version',
  'sendEvents.events.at',
  'sendEvents.events.params',
  'sendMessage.to',
  'showDraft.since',
]
/** Settings have their own rules (contract/organisation/setting-rules.ts). */
const SETTINGS = 'changeOrgSettings.changes'

type Shape = {
  type?: string
  pipe?: Shape[]
  entries?: Record<string, Shape>
  wrapped?: Shape
  item?: Shape
  value?: Shape
  options?: (Shape | string)[]
}

test('every number of a request has a largest value, so that no database fails for it', () => {
  const unbounded = namedCalls.flatMap(({ name, endpoint: { params, query, body } }) =>
    [params, query, body].flatMap(shape => numbersIn(shape as Shape | undefined, name)),
  )
  const wrong = [...new Set(unbounded)].filter(path => !path.startsWith(SETTINGS))
  const advice = 'give it a v.maxValue, or name it in STAYS_IN_MEMORY if no query gets it'
  expect(wrong.toSorted(), advice).toEqual(STAYS_IN_MEMORY)
})

/** The paths of numbers without a limit, and of texts of any number of digits that become a number. */
function numbersIn(shape: Shape | undefined, path: string): string[] {
  if (!shape || typeof shape !== 'object') return []
  const { type, pipe = [], entries = {}, wrapped, item, value, options = [] } = shape
  const has = (action: string) => pipe.some(one => one.type === action)
  const isOpen = type === 'number' ? !has('max_value') : has('digits') && has('transform') && !has('max_length')
  const inner = [wrapped, item, value, ...options].filter(one => typeof one === 'object')
  return [
    ...(isOpen ? [path] : []),
    ...inner.flatMap(one => numbersIn(one, path)),
    ...Object.entries(entries).flatMap(([name, one]) => numbersIn(one, `${path}.${name}`)),
  ]
}
