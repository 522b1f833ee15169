import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { Page } from '../../lessons.ts'
import { teamRoles } from '../../team-roles.ts'
import { fileFields } from './file-formats.ts'
import { Answers } from './questions.ts'
import { Id, reportReply, Version } from './report-query.ts'

/**
 * Why there are no answers: the page has no question, too few people answered, the question differs from the present
 * one, or the person who asks is limited to some mentors.
 */
export const noAnswersReasons = ['no-question', 'too-few', 'other-question', 'limited'] as const

const VersionOfPage = v.object({
  version: v.number(),
  /** Epoch ms. Learners got this version from then on; `until` is null for the present one. */
  from: v.number(),
  until: v.nullable(v.number()),
  /** Null: the version does not have this page. */
  page: v.nullable(Page),
  /** People who began the lesson in this version: how many reached the page, and what they did then. */
  reached: v.number(),
  wentOn: v.number(),
  stopped: v.number(),
  stillThere: v.number(),
  /** The answers of whole groups of ten people, who all answered in this version. */
  answers: v.nullable(
    v.object({
      people: v.number(),
      /** Right at the first pick, rounded; null: fewer than five, or no answer is right. */
      right: v.nullable(v.number()),
      counts: Answers,
    }),
  ),
  noAnswers: v.nullable(v.picklist(noAnswersReasons)),
})
export type VersionOfPage = v.InferOutput<typeof VersionOfPage>

const PageName = v.object({ pageId: v.string(), number: v.number(), title: v.string() })

export const PageVersions = v.object({
  course: v.object({
    id: v.string(),
    title: v.string(),
    versions: v.array(v.object({ number: v.number(), from: v.number() })),
  }),
  lesson: v.object({ lessonId: v.string(), title: v.string(), pages: v.array(PageName) }),
  page: PageName,
  /** `a` and `b` are shares of people in the two versions, computed from the rounded numbers. */
  finding: v.nullable(
    v.object({
      code: v.picklist(['same-page', 'more-right', 'fewer-right', 'more-stop', 'fewer-stop']),
      a: v.number(),
      b: v.number(),
    }),
  ),
  /** Both are null while the course has one version only. */
  a: v.nullable(VersionOfPage),
  b: v.nullable(VersionOfPage),
})
export type PageVersions = v.InferOutput<typeof PageVersions>

/**
 * A page in two versions of its course. Other reports cover some days; this report counts each version from its first
 * day to its last. Without `a` and `b`, it compares the newest version with the version before.
 */
export const getPageVersions = endpoint({
  method: 'GET',
  path: '/org/v1/reports/versions',
  signedIn: true,
  roles: teamRoles,
  reach: 'own-people',
  query: v.object({ lesson: Id, page: v.optional(Id), a: Version, b: Version, ...fileFields }),
  reply: reportReply(PageVersions),
})
