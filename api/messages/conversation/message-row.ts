import type { Message } from '../../../contract/messages.ts'
import { encodeText } from '../../../contract/text/encoded-text.ts'
import { rowsAsJson } from '../../database/many-rows.ts'
import type { Db, Tables } from '../../database/tables.ts'

/** Each column is named, so that PostgreSQL can keep the plan: a new column would break a plan for all columns. */
const MESSAGE_COLUMNS = [
  'messages.id',
  'messages.learner_uid',
  'messages.responder_id',
  'messages.author_id',
  'messages.content',
  'messages.about',
  'messages.voice',
  'messages.voice_seconds',
  'messages.client_key',
  'messages.sent_at',
  'messages.was_seen',
] as const

/** A message with the fields of its conversation and its author. */
export type MessageRow = Omit<Tables['messages'], 'about_lesson_id'> & {
  author_name: string | null
  learner_seen_at: number | null
  responder_seen_at: number | null
}

/** The columns that `selectMessages` reads. */
const COLUMNS: readonly (keyof MessageRow)[] = [
  ...MESSAGE_COLUMNS.map(nameOf),
  'author_name',
  'learner_seen_at',
  'responder_seen_at',
]

function nameOf<Name extends string>(column: `messages.${Name}`): Name {
  return column.slice('messages.'.length) as Name
}

export function selectMessages(db: Db) {
  return db
    .selectFrom('messages')
    .leftJoin('responders as author', 'author.id', 'messages.author_id')
    .leftJoin('conversations', 'conversations.learner_uid', 'messages.learner_uid')
    .select(MESSAGE_COLUMNS)
    .select(['author.name as author_name', 'conversations.learner_seen_at', 'conversations.responder_seen_at'])
}

/** Selects messages as one text, to be read by `messagesIn`. */
export function messagesAsJson(db: Db, messages: ReturnType<typeof selectMessages>) {
  return db.selectFrom(messages.as('message')).select(
    rowsAsJson(
      db,
      COLUMNS.map(name => `message.${name}`),
    ).as('messages'),
  )
}

export function messagesIn(json: string | null): MessageRow[] {
  const rows = JSON.parse(json ?? '[]') as unknown[][]
  return rows.map(values => Object.fromEntries(COLUMNS.map((name, at) => [name, values[at]])) as MessageRow)
}

export function messageFrom(row: MessageRow): Message {
  const isFromLearner = row.author_id === null
  const seenAt = isFromLearner ? row.responder_seen_at : row.learner_seen_at
  return {
    id: row.id,
    from: isFromLearner ? row.learner_uid : String(row.author_id),
    to: isFromLearner ? String(row.responder_id) : row.learner_uid,
    content: encodeText(row.content),
    type: 'disciple',
    sentAt: isoOf(row.sent_at),
    seen: row.was_seen === 1 || row.sent_at <= (seenAt ?? 0),
    ...(row.author_name === null ? {} : { fromName: row.author_name }),
    ...(row.client_key === null ? {} : { key: row.client_key }),
    ...(row.about === null ? {} : { about: JSON.parse(row.about) }),
    ...(row.voice === null ? {} : { voice: { seconds: row.voice_seconds ?? 0 } }),
  }
}

export function isoOf(time: number): string {
  return new Date(time).toISOString()
}
