import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { teamRoles } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { coursesFields, daysFields, Id, peopleFields, ReportRange, reportReply, Version } from './report-query.ts'

export const QuestionList = v.object({
  range: ReportRange,
  /** Pages that somebody has answered. */
  questions: v.array(
    v.object({
      lessonId: v.string(),
      lessonTitle: v.string(),
      pageId: v.string(),
      number: v.number(),
      title: v.string(),
      /** The number of people who answered. The report shows their answers from ten people on. */
      people: v.number(),
    }),
  ),
})
export type QuestionList = v.InferOutput<typeof QuestionList>

/** Rounded to five. Null: fewer than five, or none. */
const Rounded = v.nullable(v.number())

const AnswerCount = v.object({
  /** Null: all answers that the question no longer offers, counted together. */
  id: v.nullable(v.string()),
  text: v.string(),
  isRight: v.nullable(v.boolean()),
  count: Rounded,
})

/** The answers of some people in numbers. */
export const Answers = v.object({
  /** The first pick of a question with a right answer, otherwise what was chosen or opened. */
  chosen: v.array(AnswerCount),
  tries: v.nullable(v.object({ first: Rounded, second: Rounded, later: Rounded })),
  /** For a slider. Half of the people are below `middle`. */
  numbers: v.nullable(
    v.object({ middle: v.number(), bars: v.array(v.object({ from: v.number(), to: v.number(), count: Rounded })) }),
  ),
  /** For blanks: how often each place had a wrong word first. */
  places: v.array(v.object({ text: v.string(), wrong: Rounded })),
  /** For answers in own words: numbers only, never the words. */
  words: v.nullable(
    v.object({ written: Rounded, spoken: Rounded, reviewed: Rounded, seconds: v.nullable(v.number()) }),
  ),
})
export type Answers = v.InferOutput<typeof Answers>

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
  /** People whose answers are counted: whole groups of ten, in the order in which the answers came. */
  people: v.number(),
  /** People who answered in these days, from ten on rounded to five. With fewer than ten nothing is shown. */
  given: v.number(),
  /** Null: these days and filters have no whole group of ten people. */
  answers: v.nullable(Answers),
  /** Right at the first pick, by version of the course. Versions with too few people are left out. */
  versions: v.array(v.object({ version: v.number(), people: v.number(), right: Rounded })),
})
export type QuestionReport = v.InferOutput<typeof QuestionReport>

export const getQuestions = endpoint({
  method: 'GET',
  path: '/org/v1/reports/questions',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  query: v.object({ ...daysFields, ...coursesFields, ...peopleFields, ...fileFields }),
  reply: reportReply(QuestionList),
})

/** Takes only one of `mentor`, `link` and `version`. With two, smaller groups could be computed by subtraction. */
export const getQuestion = endpoint({
  method: 'GET',
  path: '/org/v1/reports/question',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  query: v.object({ ...daysFields, lesson: Id, page: Id, ...peopleFields, version: Version, ...fileFields }),
  reply: reportReply(QuestionReport),
})
