import * as v from 'valibot'
import { endpoint, type Reply } from '../calls/endpoint.ts'
import { LessonStatus } from '../progress.ts'
import { FOR_PEOPLE, TeamRole } from '../team-roles.ts'
import { DAY } from '../time.ts'
import { AuditLine } from './log/audit-log.ts'

/** A person is new for this long. */
export const NEW_PERSON_MS = 7 * DAY
export const PEOPLE_AT_A_TIME = 50

/** In the order in which they are shown. */
export const peopleFilters = ['all', 'waiting', 'silent', 'not-started', 'mentors', 'team'] as const
export const PeopleFilter = v.picklist(peopleFilters)
export type PeopleFilter = v.InferOutput<typeof PeopleFilter>
export const peopleSorts = ['active', 'name', 'joined', 'waiting'] as const
export const PeopleSort = v.picklist(peopleSorts)
export type PeopleSort = v.InferOutput<typeof PeopleSort>

/** The most important fact about a person. `since` is epoch ms. */
const Flag = v.object({
  kind: v.picklist(['erasing', 'blocked', 'waiting', 'silent', 'new', 'beta']),
  since: v.nullable(v.number()),
})

const MentorName = v.object({ id: v.number(), name: v.string() })

export const ListedPerson = v.object({
  uid: v.string(),
  name: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  mentor: v.nullable(MentorName),
  /** The number of this person as a mentor; null for others. */
  mentorId: v.nullable(v.number()),
  /** Empty for a limited coordinator. */
  roles: v.array(TeamRole),
  /** The course of the last page, and how much of it is done. */
  course: v.nullable(v.object({ id: v.string(), title: v.string(), percent: v.number() })),
  completeCourses: v.number(),
  /** Last page or message, to the quarter of an hour; null before the first one. */
  activeAt: v.nullable(v.number()),
  createdAt: v.number(),
  flag: v.nullable(Flag),
})
export type ListedPerson = v.InferOutput<typeof ListedPerson>

const Count = v.object({ all: v.number(), waiting: v.number(), silent: v.number() })
const Counts = v.object({ ...Count.entries, notStarted: v.number(), mentors: v.number(), team: v.number() })
export type PeopleCounts = v.InferOutput<typeof Counts>

export const listPeople = endpoint({
  method: 'GET',
  path: '/org/v1/people',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  query: v.object({
    filter: v.optional(PeopleFilter, 'all'),
    /** The number of a mentor; `none`: people without one. */
    mentor: v.optional(v.pipe(v.string(), v.regex(/^(none|\d{1,9})$/))),
    /** Words of a name, a part of a phone number or of an e-mail address. */
    q: v.optional(v.pipe(v.string(), v.maxLength(100))),
    sort: v.optional(PeopleSort, 'active'),
    /** Reverses a sort. Usually the latest person comes first, and names begin with the first letter. */
    isReversed: v.optional(v.literal('true')),
    /** `next` of the page before, for the same filters. A person who moved meanwhile may be in two pages. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(600))),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      people: v.array(ListedPerson),
      next: v.nullable(v.string()),
      /** How many people match, with the first page only. */
      total: v.nullable(v.number()),
      /** How many each filter finds with this mentor and without a search, with the first page only. */
      counts: v.nullable(Counts),
    }),
  }),
})
export type PeoplePage = Reply<typeof listPeople>['data']

const PersonLesson = v.object({
  id: v.string(),
  title: v.string(),
  /** From 1, in its course. */
  number: v.number(),
  status: LessonStatus,
  lastCompleted: v.number(),
  totalPages: v.number(),
  startedAt: v.nullable(v.number()),
  lastAt: v.nullable(v.number()),
  completedAt: v.nullable(v.number()),
})

const PersonCourse = v.object({
  id: v.string(),
  title: v.string(),
  percent: v.number(),
  lessons: v.array(PersonLesson),
})

/** Without a name if a coordinator who asks is limited to other mentors. */
const FormerMentor = v.object({ id: v.nullable(v.number()), name: v.nullable(v.string()) })

/** A person without the content of answers and messages: it says only that these exist, and when. */
export const PersonDetails = v.object({
  uid: v.string(),
  name: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  mentor: v.nullable(v.object({ ...MentorName.entries, learners: v.number(), capacity: v.number() })),
  mentorId: v.nullable(v.number()),
  /** How many learners they have as a mentor. */
  learners: v.number(),
  roles: v.array(TeamRole),
  isBeta: v.boolean(),
  /** The link by which they came: its name, and when it was made. A link of an invitation list has no name. */
  cameBy: v.nullable(v.object({ link: v.nullable(v.string()), madeAt: v.number() })),
  createdAt: v.number(),
  activeAt: v.nullable(v.number()),
  waitingSince: v.nullable(v.number()),
  blockedAt: v.nullable(v.number()),
  blockReason: v.nullable(v.string()),
  eraseAt: v.nullable(v.number()),
  /** A new phone number that waits for its first sign-in. `isTold`: the old number got a text. */
  newPhone: v.nullable(v.object({ phoneNumber: v.string(), until: v.number(), isTold: v.boolean() })),
  courses: v.array(PersonCourse),
  /** Waits that a mentor ended, the newest first. */
  answers: v.array(
    v.object({
      at: v.number(),
      waitedMs: v.number(),
      mentorId: v.nullable(v.number()),
      mentorName: v.nullable(v.string()),
    }),
  ),
  /** The newest first. */
  handOvers: v.array(v.object({ at: v.number(), to: FormerMentor, from: v.nullable(FormerMentor) })),
  /** The acts of the team on this account, the newest first. */
  lines: v.array(AuditLine),
  /** There are answers or acts before these. */
  hasEarlier: v.boolean(),
})
export type PersonDetails = v.InferOutput<typeof PersonDetails>

export const getPerson = endpoint({
  method: 'GET',
  path: '/org/v1/people/:uid',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  params: v.object({ uid: v.string() }),
  reply: v.object({ success: v.literal(true), data: PersonDetails }),
})
