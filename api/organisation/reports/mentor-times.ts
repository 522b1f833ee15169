import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_CAPACITY } from '../../../contract/organisation/mentors.ts'
import type { MentorReport } from '../../../contract/organisation/reports.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { byName } from '../../../contract/text/by-name.ts'
import { IS_PRESENT } from '../../account/user-status.ts'
import type { Db, WaitEnd } from '../../database/tables.ts'
import { countLearners } from '../../mentors/mentors.ts'
import { isMentorInReach } from '../../team/reach.ts'
import {
  type CourseFilter,
  chosenLessons,
  type DaysQuery,
  nearestTo,
  type Range,
  rangeOfDays,
  shownRange,
} from './days/range.ts'
import { workingTime } from './days/working-time.ts'
import { inLessons, isNamed, ofPeople, peopleIn } from './filters.ts'
import { isLearner } from './learners.ts'
import type { ReportContext } from './report-context.ts'

type Query = CourseFilter &
  DaysQuery & {
    mentor?: string | undefined
    link?: string | undefined
    /** `1` measures without nights and days of rest, `0` with them. If it is missing, the settings decide. */
    awake?: '1' | '0' | undefined
  }
type Mentor = MentorReport['mentors'][number]
type Wait = {
  learner_uid: string
  began_at: number
  ended_at: number | null
  how: WaitEnd | null
  is_voice: number
  /** The mentor who ended the wait. If it goes on: the learner's own mentor, or the mentor who stands in. */
  mentor: number | null
}

type Filter = { lessons: readonly string[] | undefined; people: RawBuilder<unknown> }

/** How long learners wait for each mentor, sorted by name: there is no ranking. */
export async function mentorReport(
  db: Db,
  query: Query,
  { settings, reach, now }: ReportContext,
): Promise<MentorReport> {
  const range = rangeOfDays(query, settings, now)
  const { mentor: wanted, link } = peopleIn(query, reach)
  // A chosen mentor does not limit the learners, because the mentor of a wait is the one who ended it.
  const filter = { lessons: await chosenLessons(db, query), people: ofPeople('waits.learner_uid', { reach, link }) }
  const waits = await waitsIn(db, { range, reach, ...filter })
  const first = waits.reduce((earliest, { began_at }) => Math.min(earliest, began_at), now)
  const isAwake = query.awake === undefined ? settings.waitsAwake : query.awake === '1'
  const passed = isAwake ? workingTime(settings, { first, last: now }) : (from: number, to: number) => to - from
  const byMentor = Map.groupBy(waits, ({ mentor }) => mentor)
  const everybody = await mentorsOf(db, reach)
  const mentors = everybody
    .map(mentor => ({ ...mentor, ...timesOf(byMentor.get(mentor.mentorId) ?? [], passed, now) }))
    .filter(mentor => wanted === undefined || mentor.mentorId === wanted)
    .filter(({ mentorId, isActive, learners, answered, waiting }) =>
      mentorId === null ? learners + waiting > 0 : isActive || learners + answered + waiting > 0,
    )
    .map(({ isActive: _, ...mentor }) => mentor)
  const nearest = mentors.some(({ answered, waiting }) => answered + waiting > 0)
    ? null
    : await nearestEnd(db, { range, wanted, ...filter })
  return {
    range: shownRange(range, settings, nearest),
    aimMs: settings.aimMs,
    isAwake,
    finding: findingIn(mentors, settings.aimMs),
    mentors,
  }
}

function timesOf(waits: readonly Wait[], passed: (from: number, to: number) => number, now: number) {
  const counted = waits.filter(({ how }) => how === null || how === 'answered')
  const times = counted.map(({ began_at, ended_at }) => passed(began_at, ended_at ?? now)).toSorted((a, b) => a - b)
  const open = waits.filter(({ ended_at }) => ended_at === null)
  const ages = open.map(({ began_at }) => passed(began_at, now))
  return {
    halfMs: quantile(times, 0.5),
    nineInTenMs: quantile(times, 0.9),
    answered: waits.filter(({ how }) => how === 'answered').length,
    neededNone: waits.filter(({ how }) => how === 'no-answer').length,
    // A learner may wait for an answer to a message and to several answers of their own.
    waiting: new Set(open.map(({ learner_uid }) => learner_uid)).size,
    longestMs: ages.length === 0 ? null : ages.reduce((one, other) => Math.max(one, other)),
    unheard: open.filter(({ is_voice }) => is_voice === 1).length,
  }
}

/** The value that this share of the values does not exceed, such as the wait that nine of ten do not exceed. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}

/** Waits that ended in the range, and those that go on. */
async function waitsIn(
  db: Db,
  { range: { from, to }, lessons, people, reach }: Filter & { range: Range; reach: Reach },
): Promise<Wait[]> {
  const { rows } = await sql<Wait>`select learner_uid, began_at, ended_at, how, is_voice, ended_by as mentor from waits
    where ended_at >= ${from} and ended_at < ${to} and how in ('answered', 'no-answer') ${inLessons({ lessons })} ${people}
    union all
    select learner_uid, waits.began_at, ended_at, how, is_voice, case when own.away_since is not null and cover.id is not null
      then cover.id else own.id end as mentor
    from waits inner join users on users.uid = waits.learner_uid
    left join responders as own on own.id = users.responder_id
    left join responders as cover on cover.id = own.cover_id and cover.is_active = 1 ${isNamed('cover.id', reach)}
    where ended_at is null and waits.began_at < ${to} and ${IS_PRESENT} ${inLessons({ lessons })} ${people}`.execute(db)
  return rows
}

/** The end of a wait nearest to the range, of those that the report would count. */
async function nearestEnd(
  db: Db,
  { range, wanted, lessons, people }: Filter & { range: Range; wanted: number | null | undefined },
): Promise<number | null> {
  const byWanted = wanted === undefined ? sql`` : sql`and ended_by = ${wanted}`
  const where = sql`how in ('answered', 'no-answer') ${byWanted} ${inLessons({ lessons })} ${people}`
  const { rows } = await sql<{ at: number | null }>`
    select max(ended_at) as at from waits where ended_at < ${range.from} and ${where}
    union all select min(ended_at) as at from waits where ended_at >= ${range.to} and ${where}`.execute(db)
  return nearestTo(
    range,
    rows.flatMap(({ at }) => at ?? []),
  )
}

type MentorStatus = Pick<Mentor, 'mentorId' | 'name' | 'isAway' | 'standsInFor' | 'learners' | 'capacity'> & {
  isActive: boolean
}

async function mentorsOf(db: Db, reach: Reach): Promise<MentorStatus[]> {
  const all = await db.selectFrom('responders').selectAll().execute()
  const rows = all.filter(({ id }) => isMentorInReach(reach, id))
  const learnersOf = await countLearners(db)
  const mentors = rows.toSorted(byName).map(({ id, name, away_since, is_active, capacity }) => ({
    mentorId: id,
    name,
    isAway: away_since !== null,
    standsInFor: rows.filter(one => one.cover_id === id && one.away_since !== null).map(one => one.name),
    learners: learnersOf.get(id) ?? 0,
    capacity: capacity ?? DEFAULT_CAPACITY,
    isActive: is_active === 1,
  }))
  const nobody = { mentorId: null, name: null, isAway: false, standsInFor: [], capacity: null, isActive: true }
  return reach === 'everybody' ? [...mentors, { ...nobody, learners: await countWithoutMentor(db) }] : mentors
}

async function countWithoutMentor(db: Db): Promise<number> {
  const { rows } = await sql<{ learners: number }>`select count(*) as learners from users
    where responder_id is null and ${isLearner()}`.execute(db)
  return Number(rows[0]?.learners ?? 0)
}

function findingIn(mentors: readonly Mentor[], aimMs: number): MentorReport['finding'] {
  const isLate = ({ longestMs }: Mentor) => (longestMs ?? 0) > aimMs
  const over = mentors.filter(({ learners, capacity }) => capacity !== null && learners > capacity)
  const [most] = over.toSorted((one, other) => other.learners - one.learners)
  const alone = mentors.find(mentor => mentor.mentorId === null && mentor.waiting > 0)
  const [late] = mentors.filter(isLate).toSorted((one, other) => (other.longestMs ?? 0) - (one.longestMs ?? 0))
  const found = most ?? alone ?? late
  if (!found) return null
  const room = mentors.flatMap(({ mentorId, name, learners, capacity, isAway }) =>
    mentorId === null || name === null || capacity === null || isAway || learners >= capacity
      ? []
      : [{ mentorId, name, room: capacity - learners }],
  )
  const { mentorId, name, learners, capacity, waiting, unheard } = found
  const waitsTooLong = mentorId === null ? 'no-mentor' : 'over-aim'
  return {
    code: found === most ? 'over-capacity' : waitsTooLong,
    mentorId,
    name,
    learners,
    capacity,
    waiting,
    unheard,
    room,
  }
}
