import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { TimeInQuery } from '../../calls/stored-numbers.ts'
import { FOR_OWNERS } from '../../team-roles.ts'
import { fileFields } from '../reports/file-formats.ts'
import { Day } from '../reports/report-query.ts'
import { AuditAction, AuditGroup, AuditSide } from './audit-actions.ts'

/** A person by their present name, or their phone number; `isErased` if the account no longer exists. */
const LoggedPerson = v.object({
  uid: v.string(),
  name: v.nullable(v.string()),
  /** The last digits of the phone number, if somebody else has this name. */
  digits: v.optional(v.string()),
  isErased: v.boolean(),
})
export type LoggedPerson = v.InferOutput<typeof LoggedPerson>

export const AuditLine = v.object({
  id: v.number(),
  /** Epoch ms. */
  at: v.number(),
  /** Null: the operator or the server. */
  actor: v.nullable(LoggedPerson),
  side: AuditSide,
  action: AuditAction,
  /** The person to whose account it was done. */
  subject: v.nullable(LoggedPerson),
  /** The present title of the course that was changed; its id if the course was deleted. */
  course: v.optional(v.string()),
  /** The title or id of the other course, if two courses were paired. */
  sister: v.optional(v.string()),
  /** The same thing was changed later, so this act cannot be undone. Only in the log of owners. */
  isOutdated: v.optional(v.boolean()),
  /** Numbers and ids, never words that a person wrote. */
  details: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
})
export type AuditLine = v.InferOutput<typeof AuditLine>

/** The newest lines first, 50 at a time. */
export const getAuditLog = endpoint({
  method: 'GET',
  path: '/org/v1/log',
  signedIn: true,
  roles: FOR_OWNERS,
  query: v.object({
    /** Lines older than the one with this id. */
    before: v.optional(TimeInQuery),
    /** Lines about this person, or by them. */
    uid: v.optional(v.string()),
    action: v.optional(AuditAction),
    group: v.optional(AuditGroup),
    /** With `format`, the reply is a table of all lines that match. */
    ...fileFields,
    /** From one day to another, both included. */
    from: v.optional(Day),
    to: v.optional(Day),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      lines: v.array(AuditLine),
      hasMore: v.boolean(),
      /** The person of the filter. */
      person: v.optional(LoggedPerson),
      /** The time zone of the organisation. The days `from` and `to` are days in this time zone. */
      timeZone: v.string(),
    }),
  }),
})
