import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { Language } from '../../languages.ts'
import { FOR_AUTHORS } from '../../team-roles.ts'
import { CourseParams } from '../courses.ts'
import { DraftPath } from '../edits.ts'

/** Something to mend, at its field. */
export const Finding = v.object({
  /** A mistake prevents publishing, a warning does not. */
  isMistake: v.boolean(),
  file: v.string(),
  line: v.number(),
  column: v.number(),
  /** The line itself. */
  source: v.string(),
  /** Undefined for something that has no field, such as a missing file. */
  path: v.optional(DraftPath),
  /** The lesson by its title, and the page by its number from 1. */
  at: v.optional(v.object({ lesson: v.string(), page: v.optional(v.number()) })),
  /** In the language that was asked for. */
  message: v.string(),
  /** The name of the field as its form shows it. Undefined if no form has the field. */
  field: v.optional(v.string()),
  /** The name of a field or value that was probably meant. */
  suggestion: v.optional(v.string()),
  /** The suggestion as the form shows it. */
  suggestedField: v.optional(v.string()),
})
export type Finding = v.InferOutput<typeof Finding>

/** All mistakes and warnings, by the rules and sentences of the import. */
export const checkDraft = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft/check',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: CourseParams,
  query: v.object({ language: v.optional(Language) }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ revision: v.number(), findings: v.array(Finding) }),
  }),
})
