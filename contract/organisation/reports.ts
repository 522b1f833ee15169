import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { FOR_PEOPLE, teamRoles } from '../team-roles.ts'

/** A day in the organisation's time zone: `2026-11-23`. */
const Day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.check(day => {
    const time = Date.parse(`${day}T00:00Z`)
    return Number.isFinite(time) && new Date(time).toISOString().startsWith(day)
  }, 'no such day'),
)
const Id = v.pipe(v.string(), v.maxLength(200))
/** The number of a mentor, or `none`: people without one are a group of their own. */
const MentorFilter = v.union([v.pipe(v.string(), v.digits(), v.maxLength(9)), v.literal('none')])

/** The texts of a CSV are in the reader's language. Without `format` the reply is JSON. */
const AsFile = { format: v.optional(v.literal('csv')), reader: v.optional(Language) }
/** Both days are in. Without them: the last thirty days. */
const Days = { from: v.optional(Day), to: v.optional(Day) }
/** `language` is that of the course. */
const Courses = { course: v.optional(Id), lesson: v.optional(Id), language: v.optional(Language) }
const Version = v.optional(v.pipe(v.string(), v.digits(), v.maxLength(6)))
/** Counts no time at night and on days of rest. */
const Awake = v.optional(v.literal('1'))

export const ReportRange = v.object({
  from: Day,
  to: Day,
  /** The time zone of the days. */
  timeZone: v.string(),
  /** A day near these that has something, if they have nothing. */
  nearest: v.nullable(Day),
})

/** A week, or the part of it that is in the range. */
const Week = v.object({
  from: Day,
  to: Day,
  isUnfinished: v.boolean(),
  /** People who gave a page or wrote a message. */
  learned: v.number(),
  /** People who began a lesson, or completed one. */
  began: v.number(),
  completed: v.number(),
  newPeople: v.number(),
})

export const Overview = v.object({
  range: ReportRange,
  finding: v.nullable(
    v.object({
      code: v.picklist(['fewer-learned', 'more-learned']),
      /** In the last finished week, and in the one before. */
      now: v.number(),
      before: v.number(),
    }),
  ),
  total: v.object({ learned: v.number(), began: v.number(), completed: v.number(), newPeople: v.number() }),
  weeks: v.array(Week),
})
export type Overview = v.InferOutput<typeof Overview>

const FunnelPage = v.object({
  pageId: v.string(),
  number: v.number(),
  title: v.string(),
  /** People who gave it, and people who have it as their next one. The sum of the three below. */
  reached: v.number(),
  wentOn: v.number(),
  /** It is their next page, and they gave no other for three days. */
  stopped: v.number(),
  stillThere: v.number(),
  isMostCostly: v.boolean(),
})

const FunnelLesson = v.object({
  lessonId: v.string(),
  number: v.number(),
  title: v.string(),
  began: v.number(),
  finished: v.number(),
})

export const CourseFunnel = v.object({
  range: ReportRange,
  course: v.object({ id: v.string(), title: v.string(), versions: v.array(v.number()) }),
  finding: v.nullable(
    v.object({
      code: v.literal('page-stops'),
      pageId: v.string(),
      title: v.string(),
      stopped: v.number(),
      reached: v.number(),
    }),
  ),
  lessons: v.array(FunnelLesson),
  /** The chosen lesson; otherwise the one that loses most. Null if nobody began any. */
  lesson: v.nullable(v.object({ ...FunnelLesson.entries, pages: v.array(FunnelPage) })),
})
export type CourseFunnel = v.InferOutput<typeof CourseFunnel>

export const QuestionList = v.object({
  range: ReportRange,
  /** Pages with an answer that somebody gave. */
  questions: v.array(
    v.object({
      lessonId: v.string(),
      lessonTitle: v.string(),
      pageId: v.string(),
      number: v.number(),
      title: v.string(),
      /** People who gave it; their answers are shown from ten on. */
      people: v.number(),
    }),
  ),
})
export type QuestionList = v.InferOutput<typeof QuestionList>

/** Rounded to five. Null: fewer than five, or none. */
const Rounded = v.nullable(v.number())

const AnswerCount = v.object({
  /** Null: answers that the question no longer has. */
  id: v.nullable(v.string()),
  text: v.string(),
  isRight: v.nullable(v.boolean()),
  count: Rounded,
})

export const QuestionReport = v.object({
  range: ReportRange,
  page: v.object({
    lessonId: v.string(),
    lessonTitle: v.string(),
    pageId: v.string(),
    number: v.number(),
    title: v.string(),
  }),
  finding: v.nullable(
    v.object({
      code: v.literal('wrong-answer'),
      id: v.nullable(v.string()),
      text: v.string(),
      count: v.number(),
      people: v.number(),
    }),
  ),
  /** Answers are counted in groups of ten people, in the order in which they came. */
  people: v.number(),
  /** Null: these days and filters have no whole group of ten people. */
  answers: v.nullable(
    v.object({
      /** The first pick of a question with a right answer, otherwise what was chosen or opened. */
      chosen: v.array(AnswerCount),
      tries: v.nullable(v.object({ first: Rounded, second: Rounded, later: Rounded })),
      /** Of a slider. `middle` is what half of the people are below. */
      numbers: v.nullable(
        v.object({ middle: v.number(), bars: v.array(v.object({ from: v.number(), to: v.number(), count: Rounded })) }),
      ),
      /** Of words to place: how often each place had a wrong word first. */
      places: v.array(v.object({ text: v.string(), wrong: Rounded })),
      /** Of answers in own words: never the words. */
      words: v.nullable(
        v.object({ written: Rounded, spoken: Rounded, reviewed: Rounded, seconds: v.nullable(v.number()) }),
      ),
    }),
  ),
  /** Right at the first pick, by version of the course. Versions with too few people are left out. */
  versions: v.array(v.object({ version: v.number(), people: v.number(), right: Rounded })),
})
export type QuestionReport = v.InferOutput<typeof QuestionReport>

const MentorTimes = v.object({
  /** Null: people without a mentor. */
  mentorId: v.nullable(v.number()),
  name: v.nullable(v.string()),
  isAway: v.boolean(),
  /** Mentors who are away while this one stands in, by name. */
  standsInFor: v.array(v.string()),
  learners: v.number(),
  capacity: v.nullable(v.number()),
  /** Half and nine in ten of the waits were not longer than this. Waits that go on are in with their age. */
  halfMs: v.nullable(v.number()),
  nineInTenMs: v.nullable(v.number()),
  answered: v.number(),
  neededNone: v.number(),
  waiting: v.number(),
  longestMs: v.nullable(v.number()),
  unheard: v.number(),
})

export const MentorReport = v.object({
  range: ReportRange,
  aimMs: v.number(),
  finding: v.nullable(
    v.object({
      code: v.picklist(['over-capacity', 'over-aim', 'no-mentor']),
      mentorId: v.nullable(v.number()),
      name: v.nullable(v.string()),
      learners: v.number(),
      capacity: v.nullable(v.number()),
      waiting: v.number(),
      unheard: v.number(),
      /** Mentors with room for more learners. */
      room: v.array(v.object({ mentorId: v.number(), name: v.string(), room: v.number() })),
    }),
  ),
  /** By name. */
  mentors: v.array(MentorTimes),
})
export type MentorReport = v.InferOutput<typeof MentorReport>

const SilentGroup = v.object({
  code: v.picklist(['stopped', 'unanswered']),
  /** Where they stopped. */
  lessonId: v.nullable(v.string()),
  lessonTitle: v.nullable(v.string()),
  pageId: v.nullable(v.string()),
  pageTitle: v.nullable(v.string()),
  /** The mentor who did not answer them. */
  mentorId: v.nullable(v.number()),
  mentorName: v.nullable(v.string()),
  count: v.number(),
  /** The first hundred, the longest silent first. */
  people: v.array(
    v.object({ uid: v.string(), name: v.nullable(v.string()), lastAt: v.number(), mentorName: v.nullable(v.string()) }),
  ),
})

export const SilentReport = v.object({
  afterDays: v.number(),
  finding: v.nullable(
    v.object({ code: v.picklist(['unanswered', 'more-silent']), count: v.number(), before: v.nullable(v.number()) }),
  ),
  count: v.number(),
  notStarted: v.number(),
  groups: v.array(SilentGroup),
})
export type SilentReport = v.InferOutput<typeof SilentReport>

export const VoiceReport = v.object({
  count: v.number(),
  mentors: v.array(
    v.object({
      mentorId: v.nullable(v.number()),
      name: v.nullable(v.string()),
      count: v.number(),
      /** The longest waiting first. */
      waiting: v.array(
        v.object({ uid: v.string(), name: v.nullable(v.string()), since: v.number(), ageMs: v.number() }),
      ),
    }),
  ),
})
export type VoiceReport = v.InferOutput<typeof VoiceReport>

function reply<Data extends v.GenericSchema>(data: Data) {
  return v.object({ success: v.literal(true), data })
}

export const getOverview = endpoint({
  method: 'GET',
  path: '/org/v1/reports/overview',
  signedIn: true,
  roles: teamRoles,
  query: v.object({ ...Days, ...Courses, mentor: v.optional(MentorFilter), ...AsFile }),
  reply: reply(Overview),
})

/** Who began a lesson in these days, and how far they came since. */
export const getCourseFunnel = endpoint({
  method: 'GET',
  path: '/org/v1/reports/courses',
  signedIn: true,
  roles: teamRoles,
  query: v.object({
    ...Days,
    course: Id,
    lesson: v.optional(Id),
    mentor: v.optional(MentorFilter),
    version: Version,
    ...AsFile,
  }),
  reply: reply(CourseFunnel),
})

export const getQuestions = endpoint({
  method: 'GET',
  path: '/org/v1/reports/questions',
  signedIn: true,
  roles: teamRoles,
  query: v.object({ ...Days, ...Courses, ...AsFile }),
  reply: reply(QuestionList),
})

/** `mentor` and `version` not together: groups of both could be told apart by subtraction. */
export const getQuestion = endpoint({
  method: 'GET',
  path: '/org/v1/reports/question',
  signedIn: true,
  roles: teamRoles,
  query: v.object({ ...Days, lesson: Id, page: Id, mentor: v.optional(MentorFilter), version: Version, ...AsFile }),
  reply: reply(QuestionReport),
})

export const getMentorReport = endpoint({
  method: 'GET',
  path: '/org/v1/reports/mentors',
  signedIn: true,
  roles: FOR_PEOPLE,
  query: v.object({ ...Days, ...Courses, mentor: v.optional(MentorFilter), awake: Awake, ...AsFile }),
  reply: reply(MentorReport),
})

/** As of now. */
export const getSilentReport = endpoint({
  method: 'GET',
  path: '/org/v1/reports/silent',
  signedIn: true,
  roles: FOR_PEOPLE,
  query: v.object({ ...Courses, mentor: v.optional(MentorFilter), ...AsFile }),
  reply: reply(SilentReport),
})

/** Spoken answers and messages that wait, as of now. */
export const getVoiceReport = endpoint({
  method: 'GET',
  path: '/org/v1/reports/voices',
  signedIn: true,
  roles: FOR_PEOPLE,
  query: v.object({ mentor: v.optional(MentorFilter), ...AsFile }),
  reply: reply(VoiceReport),
})
