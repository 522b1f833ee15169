import * as v from 'valibot'
import { NAME_LIMIT } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { FOR_PEOPLE, MentorId } from '../team-roles.ts'
import { DAY } from '../time.ts'
import { fileFields } from './reports/file-formats.ts'

export const LIST_BYTES = 1024 * 1024
export const LIST_ROWS = 5000
/** A person is not invited again within this time. */
export const INVITED_AGAIN_MS = 7 * DAY

/** Problems of a whole list. */
const FileProblem = v.picklist(['empty', 'only-headers', 'no-phones', 'no-list', 'too-many-rows'])
export type FileProblem = v.InferOutput<typeof FileProblem>

/**
 * `here`: the person has an account. `elsewhere`: they have an account or an invitation, but outside the mentors to
 * which this coordinator is limited. `twice`: they are in an earlier row. `invited`: they were invited within the last
 * seven days. The others are mistakes.
 */
export const rowReasons = [
  'here',
  'elsewhere',
  'twice',
  'invited',
  'phone-missing',
  'phone-short',
  'phone-long',
  'phone-wrong',
  'phone-rounded',
  'phone-without-country',
  'phone-not-allowed',
  'mentor-missing',
  'mentor-unknown',
  'mentor-several',
  'name-long',
] as const
const RowReason = v.picklist(rowReasons)
export type RowReason = v.InferOutput<typeof RowReason>

const Cells = v.object({ phone: v.string(), name: v.string(), mentor: v.string() })
export type Cells = v.InferOutput<typeof Cells>

/** A row that is not ready. */
export const HeldRow = v.object({
  /** The number of the row in the spreadsheet, where the headers are row 1, or of the line in a pasted text. */
  number: v.number(),
  ...Cells.entries,
  reason: RowReason,
  /** A likely correction; null if there is none. */
  guess: v.nullable(v.object({ cell: v.picklist(['phone', 'mentor']), text: v.string() })),
})
export type HeldRow = v.InferOutput<typeof HeldRow>

const sendStates = ['ready', 'sending', 'stopped', 'done'] as const
const rowStates = ['ready', 'sending', 'sent', 'refused', 'linked'] as const

export const ListedRow = v.object({
  number: v.number(),
  name: v.nullable(v.string()),
  phoneNumber: v.string(),
  mentor: v.nullable(v.object({ id: v.number(), name: v.string() })),
  state: v.picklist(rowStates),
  /** Why it was refused: the person came or was invited meanwhile, or the text could not be sent. */
  reason: v.nullable(v.string()),
  /** The number in the person's own link, once it is made. */
  code: v.nullable(v.number()),
})
export type ListedRow = v.InferOutput<typeof ListedRow>

export const InvitationList = v.object({
  id: v.string(),
  createdAt: v.number(),
  state: v.picklist(sendStates),
  /** When the sending can go on, if it stopped at the day's limit of texts. */
  goesOnAt: v.nullable(v.number()),
  rows: v.array(ListedRow),
  /** The text of an invitation, with an example of a link. */
  text: v.string(),
  /** How many messages a text is, and the price of one if the operator set it. */
  parts: v.number(),
  price: v.nullable(v.object({ amount: v.number(), currency: v.string() })),
})
export type InvitationList = v.InferOutput<typeof InvitationList>

/** A list without its rows. */
const EarlierList = v.object({
  ...v.pick(InvitationList, ['id', 'createdAt', 'state', 'goesOnAt']).entries,
  people: v.number(),
  /** How many of them got neither a text nor a link yet. */
  waiting: v.number(),
})
export type EarlierList = v.InferOutput<typeof EarlierList>

/** The lists with people on them that are still stored, the newest first. */
export const listInvitationLists = endpoint({
  method: 'GET',
  path: '/org/v1/invitationLists',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  reply: v.object({ success: v.literal(true), data: v.array(EarlierList) }),
})

const ofOne = { signedIn: true, roles: FOR_PEOPLE, reach: 'own-people', params: v.object({ id: v.string() }) } as const
const act = { ...ofOne, method: 'POST', headers: ['Idempotency-Key'] } as const
const reply = v.object({ success: v.literal(true) })

/** Checks a file or a pasted text, and stores the rows that are ready. Sends nothing. */
export const checkInvitationList = endpoint({
  method: 'POST',
  path: '/org/v1/invitationLists',
  headers: ['Idempotency-Key'],
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  body: v.object({
    file: v.pipe(v.string(), v.base64(), v.maxLength(Math.ceil(LIST_BYTES / 3) * 4)),
    /** The file is a text in UTF-8 that was pasted: rows of a spreadsheet or lines of a message, without headers. */
    isPasted: v.optional(v.boolean(), false),
    /** The language of the texts. */
    language: Language,
    /**
     * The mentor for rows without one. Null means the mentor with the fewest learners. But if the coordinator is
     * limited to some mentors, null means that no row without a mentor is ready.
     */
    mentorId: v.nullable(MentorId),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.variant('problem', [
      v.object({ problem: v.null(), id: v.string(), ready: v.number(), held: v.array(HeldRow) }),
      v.object({ problem: FileProblem }),
    ]),
  }),
})

/** Checks a row once more after a correction, and keeps it if it is ready. */
export const correctInvitationRow = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/org/v1/invitationLists/:id/rows',
  body: v.object({
    // The number can be larger than LIST_ROWS, because empty rows are counted, too.
    number: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIST_BYTES * 2)),
    phone: v.pipe(v.string(), v.maxLength(NAME_LIMIT)),
    name: v.pipe(v.string(), v.maxLength(NAME_LIMIT * 2)),
    mentor: v.pipe(v.string(), v.maxLength(NAME_LIMIT * 2)),
    /** A chosen mentor. Then `mentor` is only shown. */
    mentorId: v.optional(MentorId),
  }),
  reply: v.object({ success: v.literal(true), data: v.object({ held: v.nullable(HeldRow) }) }),
})

export const getInvitationList = endpoint({
  ...ofOne,
  method: 'GET',
  path: '/org/v1/invitationLists/:id',
  reply: v.object({ success: v.literal(true), data: InvitationList }),
})

const ListLink = v.object({
  name: v.nullable(v.string()),
  phoneNumber: v.string(),
  mentor: v.nullable(v.string()),
  link: v.string(),
})
export type ListLink = v.InferOutput<typeof ListLink>

/** The people who have a link of their own, with these links. */
export const getListLinks = endpoint({
  ...ofOne,
  method: 'GET',
  path: '/org/v1/invitationLists/:id/links',
  query: v.object(fileFields),
  reply: v.object({ success: v.literal(true), data: v.array(ListLink) }),
})

/** Sends a text to each ready row, at most one a second. */
export const sendInvitationList = endpoint({
  ...act,
  path: '/org/v1/invitationLists/:id/send',
  reply,
})

export const stopInvitationList = endpoint({
  ...act,
  path: '/org/v1/invitationLists/:id/stop',
  reply,
})

/** Makes a link for each ready row, to share it in another way. */
export const linkInvitationList = endpoint({
  ...act,
  path: '/org/v1/invitationLists/:id/links',
  reply,
})
