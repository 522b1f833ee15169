import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { Language } from './languages.ts'

/** The only program. The alias is part of URLs and of the names of recordings. */
export const PROGRAM_ALIAS = 'step-by-step'

/** Bytes to load a lesson with its texts, sounds, pictures and films: as usual, and when the phone saves data. */
export const LessonBytes = v.object({
  usual: v.number(),
  saving: v.number(),
  /** With the sound of its films only. Missing for lessons imported before it was counted. */
  sound: v.optional(v.number()),
})
export type LessonBytes = v.InferOutput<typeof LessonBytes>

export const CourseLesson = v.object({
  id: v.string(),
  title: v.string(),
  pageCount: v.number(),
  /** Missing for lessons imported before sizes were counted. */
  bytes: v.optional(LessonBytes),
  /** Changes with the content of the lesson. Then a phone that keeps the lesson fetches it again. */
  version: v.optional(v.string()),
})
export type CourseLesson = v.InferOutput<typeof CourseLesson>

export const Course = v.object({
  id: v.string(),
  /** The language of its texts, which need not be that of the interface. */
  language: Language,
  title: v.string(),
  /** Cleaned HTML. */
  description: v.string(),
  /** A colour, or empty for the default grey. */
  note: v.string(),
  /** Cleaned SVG source, or empty. */
  svg: v.string(),
  /** File name below the media base, or empty. */
  image: v.string(),
  /** The abilities of a learner after the course, one line each. */
  canDo: v.optional(v.array(v.string())),
  /** Empty if the course was withdrawn and may not be finished. */
  lessons: v.array(CourseLesson),
  /** The course was withdrawn, and is listed only for people who are in the middle of it. */
  rests: v.optional(v.literal(true)),
})
export type Course = v.InferOutput<typeof Course>

export const listCourses = endpoint({
  method: 'GET',
  path: '/disciple/v2/courses/step-by-step',
  signedIn: true,
  query: v.object({ beta: v.optional(v.picklist(['1', '0'])) }),
  reply: v.object({ success: v.literal(true), data: v.array(Course) }),
})
