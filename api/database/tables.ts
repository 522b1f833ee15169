import type { Kysely } from 'kysely'
import type { Language } from '../../contract/languages.ts'

/** Epoch milliseconds. */
type Time = number
/** 0 or 1: SQLite has no booleans. */
type Flag = number
type Json = string

/** All that is stored, on one screen. */
export type Tables = {
  users: {
    uid: string
    phone_number: string | null
    email: string | null
    display_name: string | null
    is_beta: Flag
    responder_id: number | null
    created_at: Time
    phone_since: Time | null
    email_since: Time | null
    /** When somebody showed that mail to this address reaches them. */
    email_proved_at: Time | null
    blocked_at: Time | null
    /** Whatever was signed in before is signed out. */
    signed_out_at: Time | null
    /** When all of it goes, because its owner asked. */
    erase_at: Time | null
  }
  /** uids that nobody signs in as any more. */
  closed_accounts: { uid: string; merged_into: string | null; closed_at: Time }
  passwords: { uid: string; hash: string; changed_at: Time }
  reset_links: { token_hash: string; uid: string; created_at: Time; expires_at: Time; used_at: Time | null }
  /** An address that a person wants in place of theirs, until they type the code that was mailed to it. */
  email_changes: {
    uid: string
    id: string
    email: string
    code_hash: string
    attempts: number
    expires_at: Time
    used_at: Time | null
  }
  responders: {
    id: number
    name: string
    phone_number: string
    is_active: Flag
    created_at: Time
    away_since: Time | null
    /** The mentor who also gets their messages while they are away. */
    cover_id: number | null
    /** Of everything that reaches them; what reaches them next gets a later time. */
    last_message_at: Time | null
  }

  sessions: {
    id: string
    uid: string
    refresh_hash: string
    /** The token before, good until its successor is used: a lost answer must not sign anybody out. */
    previous_hash: string | null
    created_at: Time
    expires_at: Time
    revoked_at: Time | null
  }
  signing_keys: { id: string; private_jwk: Json; created_at: Time }
  verifications: {
    id: string
    phone: string
    code_hash: string
    attempts: number
    created_at: Time
    expires_at: Time
    used_at: Time | null
    /** Set when a newer code took its place. */
    replaced_at: Time | null
  }
  spent_proofs: { id: string; expires_at: Time }
  limits: { key: string; started_at: Time; count: number }

  courses: { id: string; position: number; is_beta: Flag; content: Json; withdrawn_at: Time | null }
  lessons: { id: string; course_id: string; position: number; is_beta: Flag; content: Json }
  /** One row; its version rises with every import, so that each process sees when to read again. */
  catalogue: { id: number; version: number }

  /** Every page that was ever imported, as it was last. */
  known_pages: { lesson_id: string; page_id: string; is_public: Flag; place: Json | null; content: Json | null }

  page_answers: {
    uid: string
    lesson_id: string
    page_id: string
    answer: Json | null
    answered_at: Time
    logged_at: Time
    /** Of the page that the learner saw; null in older rows and where nothing was answered. */
    page_type: string | null
    /** Written or spoken by the learner, not chosen. */
    is_own_words: Flag
    /** When a mentor looked at it; a new answer is to be reviewed again. */
    reviewed_at: Time | null
  }
  /** What learners said instead of typing. The file name stays when an account is merged, and with it the old uid in it. */
  recordings: {
    filename: string
    uid: string
    lesson_id: string
    page_id: string
    page_number: number
    storage_key: string
    bytes: number
    duration_ms: number
    sha256: string
    created_at: Time
  }
  /** Objects in the storage that no row names: still arriving, or to be removed. */
  stray_objects: { storage_key: string; remove_at: Time }
  /** A learner has one conversation, with all their mentors. */
  messages: {
    id: string
    learner_uid: string
    /** The mentor of that time. */
    responder_id: number
    /** Which mentor wrote it; null: the learner did. */
    author_id: number | null
    content: string
    about: Json | null
    about_lesson_id: string | null
    /** File name of a recording. */
    voice: string | null
    voice_seconds: number | null
    /** By what its sender's browser knows it. */
    client_key: string | null
    /** Later than of anything that its readers have been given before. */
    sent_at: Time
    /** Seen in an account that was joined to another, whatever the conversation says: it is later than one that was not. */
    was_seen?: Flag
  }
  conversations: {
    learner_uid: string
    last_at: Time
    /** Since when the learner waits for an answer. */
    waiting_since: Time | null
    /** Messages up to then were seen. */
    learner_seen_at: Time
    responder_seen_at: Time
    unseen_by_learner: number
    unseen_by_responder: number
  }
  hand_overs: {
    learner_uid: string
    responder_id: number
    handed_at: Time
    /** The mentor who gave the learner away, and what they told the next one; null: the operator did. */
    from_responder_id: number | null
    note: string | null
  }
  saved_replies: { responder_id: number; position: number; text: string }
  /** By what push services know this installation: a pair of keys, sealed. */
  push_keys: { id: string; sealed_keys: string; created_at: Time }
  /** Browsers that are told of messages while their page is closed. */
  push_subscriptions: {
    /** Hash of the endpoint. */
    id: string
    uid: string
    /** The sign-in that it was asked for in, and ends with. */
    session_id: string
    signed_in_at: Time
    endpoint: string
    p256dh: string
    auth: string
    language: Language
    shows_text: Flag
    /** How often in a row the push service refused. */
    failures: number
    created_at: Time
    renewed_at: Time
  }
  /** When somebody was last told of something that they have not looked at since. */
  push_told: { uid: string; learner_uid: string; told_at: Time }
  /** When a learner did something, to the quarter of an hour, for as long as their week shows it. */
  step_times: { uid: string; at: Time }
  completed_lessons: { uid: string; lesson_id: string; completed_at: Time }
  idempotency_keys: { uid: string; key: string; fingerprint: string; reply: Json; created_at: Time }

  settings: { name: string; value: Json }
}

export type Db = Kysely<Tables>
