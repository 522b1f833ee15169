import type { ColumnType, Kysely } from 'kysely'
import type { Language } from '../../contract/languages.ts'
import type { AuditAction, AuditSide } from '../../contract/organisation/log/audit-actions.ts'
import type { InvitedRole } from '../../contract/team-roles.ts'

/** Epoch milliseconds. */
type Time = number
/** 0 or 1: SQLite has no booleans. */
type Flag = number
type Json = string
export type WaitKind = 'message' | 'answer'
/** `no-answer`: a mentor said that no answer is needed. `withdrawn`: there is nothing to answer any more. */
export type WaitEnd = 'answered' | 'no-answer' | 'withdrawn'
export type InvitationListState = 'ready' | 'sending' | 'stopped' | 'done'
/** `linked`: the coordinator hands the link on. */
export type InvitationRowState = 'ready' | 'sending' | 'sent' | 'refused' | 'linked'
export type VersionKind = 'import' | 'publish' | 'roll-back'
/** Only `limitKey` in api/http/limit-key.ts makes such a key. */
export type LimitKey = string & { readonly isLimitKey: true }

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
    /** When the person verified that they receive mail at this e-mail address. */
    email_proved_at: Time | null
    blocked_at: Time | null
    /** Earlier sessions are no longer valid. */
    signed_out_at: Time | null
    /** When the account will be erased, because its owner asked for it. */
    erase_at: Time | null
    /** Roles on the organisation's side, with commas between them. */
    team_roles?: string | null
    /** Ids of the mentors that a coordinator is limited to, with commas between them. Null: no limit. */
    team_mentors?: string | null
    /** The name as it is searched and sorted (contract/text/search-text.ts). Null without a name. */
    name_key?: string | null
    /** When they first logged a page. */
    began_at?: Time | null
    /** When they last logged a page or wrote, to the quarter of an hour. */
    active_at?: Time | null
    /** Why the person is blocked, in words that the person reads. */
    block_reason?: string | null
    /** The link by which they came. */
    invitation_id?: string | null
  }
  /** uids of accounts that no longer exist. */
  closed_accounts: { uid: string; merged_into: string | null; closed_at: Time }
  passwords: { uid: string; hash: string; changed_at: Time }
  reset_links: { token_hash: string; uid: string; created_at: Time; expires_at: Time; used_at: Time | null }
  /** A new e-mail address of a person, until they enter the code that was mailed to it. */
  email_changes: {
    uid: string
    id: string
    email: string
    code_hash: string
    attempts: number
    expires_at: Time
    used_at: Time | null
  }
  /** A new phone number of a person, until they sign in with it. */
  phone_changes: {
    uid: string
    phone_number: string
    allowed_at: Time
    expires_at: Time
    /** When the old number got a text about the change. */
    told_at: Time | null
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
    /** Time of the newest message in their inbox. The next one gets a later time. */
    last_message_at: Time | null
    /** How many learners the mentor has room for. Null: the usual number. */
    capacity?: number | null
    /** When their absence ends by itself. */
    away_until?: Time | null
  }

  /** Invitations to the team. Only a person with the phone number can use one. */
  team_invitations: {
    id: string
    phone_number: string
    role: InvitedRole
    created_at: Time
    expires_at: Time
    /** The name under which learners will know an invited mentor. */
    name?: string | null
    /** For an invited coordinator, the same as `users.team_mentors`. */
    mentors?: string | null
  }
  /** Links that invite learners. */
  invitations: {
    id: string
    /** The number in the link. */
    code: number
    name: string
    /** Null: the mentor with the fewest learners. */
    mentor_id: number | null
    /** The invitation list that has the row for which the link was made. */
    list_id: string | null
    created_at: Time
    expires_at: Time
    ended_at: Time | null
    max_uses: number | null
    uses: number
  }
  /** People to invite, as a coordinator gave them in a file. */
  invitation_lists: {
    id: string
    created_at: Time
    state: InvitationListState
    language: Language
    /** When texts can be sent again. Set if the list stopped at the day's limit of texts. */
    goes_on_at: Time | null
  }
  invitation_list_rows: {
    list_id: string
    /** The number of the row in the file. */
    row_number: number
    phone_number: string
    name: string | null
    mentor_id: number | null
    state: InvitationRowState
    /** An error code: why no text was sent. */
    reason: string | null
    invited_at: Time | null
    invitation_id: string | null
  }
  /** Who did what. Each hash is made of the line and of the hash before it, so that a change is found. */
  audit_log: {
    id: number
    at: Time
    actor_uid: string | null
    side: AuditSide
    action: AuditAction
    subject_uid: string | null
    details: Json
    hash: string
  }

  sessions: {
    id: string
    uid: string
    refresh_hash: string
    /** The former token, valid until the new one is used: a lost response must not sign anybody out. */
    previous_hash: string | null
    created_at: Time
    expires_at: Time
    revoked_at: Time | null
    /** When the person last confirmed a grave act by entering a code again. */
    confirmed_at?: Time | null
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
    /** Set when a newer code replaced it. */
    replaced_at: Time | null
    /** Another code, sent by WhatsApp or mail. Either works. */
    other_code_hash?: string | null
  }
  /** Browsers that ask to be let in by a person who knows the owner of the phone. The account need not exist. */
  sign_in_requests: {
    /** Hash of the secret that the browser has. */
    id: string
    phone: string
    /** Hash of the six digits that are read aloud. */
    number_hash: string
    created_at: Time
    expires_at: Time
    refused_at: Time | null
    approved_at: Time | null
  }
  /** Sign-ins that a person approved. The learner's other devices show them. */
  approved_sign_ins: {
    request_id: string
    uid: string
    /** Name of the person who approved it. */
    approved_by: string
    approved_at: Time
    /** Null until the browser has signed in. */
    session_id: string | null
  }
  spent_proofs: { id: string; expires_at: Time }
  limits: { key: ColumnType<string, LimitKey, LimitKey>; started_at: Time; count: number }

  courses: {
    id: string
    position: number
    is_beta: Flag
    content: Json
    withdrawn_at: Time | null
    /** 1: the course is withdrawn, and learners who have begun it may not finish it. */
    is_closed?: Flag | null
  }
  /** The versions of each course, numbered from 1: an import or a publish that changed it, or a roll-back. */
  course_versions: {
    course_id: string
    number: number
    made_at: Time
    /** A hash of its content without the times at which lessons changed. */
    digest: string
    content: Json
    /** How the version was made. Null: by an import with an earlier edition of this program. */
    kind?: VersionKind | null
    /** Why the author made it, in one line. */
    reason?: string | null
    /** Id in `course_authors`. Null: the operator, by a command. */
    author_id?: string | null
    /** The files of its folder: name, digest and bytes. Null: not known. */
    files?: Json | null
    /** The version that a roll-back went back to. */
    from_number?: number | null
  }
  /** The YAML files of versions, as JSON of their text. */
  course_texts: { digest: string; content: Json }
  /** An id that stands for a person in the rows about courses, so that those rows name nobody. */
  course_authors: { author_id: string; author_uid: string | null }
  /** The edited state of a course that is not published yet. */
  course_drafts: {
    course_id: string
    /** Counts the edits. */
    revision: number
    base_version: number | null
    /** The kind that its next version will have. */
    kind: VersionKind
    begun_at: Time
    changed_at: Time
    /** What the last check found: revision, mistakes, changed pages, title, language, counts. */
    checked: Json | null
  }
  /** The request of an author that somebody else publishes a course, and the answer. A course has at most one. */
  publish_requests: {
    course_id: string
    author_id: string
    audience: 'beta' | 'everybody'
    reason: string | null
    /** The revision of the draft; `base_version` is the version that learners had. */
    revision: number
    base_version: number | null
    asked_at: Time
    outcome: 'published' | 'returned' | null
    answered_at: Time | null
    answered_by: string | null
    /** Why it was sent back. */
    why: string | null
  }
  /** `content`: the text of a YAML file, as JSON. */
  draft_files: { course_id: string; name: string; digest: string; bytes: number; content: Json | null }
  draft_edits: {
    course_id: string
    /** The browser makes the id. */
    id: string
    /** Null: the edit did not change the draft. */
    revision: number | null
    author_id: string
    made_at: Time
    /** Time on the clock of the author. */
    written_at: Time
    change: Json
    result: Json
    /** The path of the moved or removed part, for edits of this part that come later. */
    item: string | null
    /** The removed part, and its place. */
    undo: Json | null
  }
  /** Values that came too late, because somebody else had changed the same field. */
  draft_conflicts: {
    id: string
    course_id: string
    path: Json
    /** The value that came too late. Null: its author wanted to remove the field. */
    other_value: Json | null
    other_author_id: string
    other_at: Time
    stands_author_id: string | null
    made_at: Time
    settled_at: Time | null
  }
  /** Films that authors send in pieces. */
  film_uploads: {
    id: string
    course_id: string
    author_id: string
    bytes: number
    /** Bytes that had arrived with the last complete piece. The size of the file itself is exact. */
    received: number
    /** The digest of the whole film. */
    digest: string | null
    begun_at: Time
    touched_at: Time
  }
  /** The making of the sizes of films, by the digest of the film. */
  film_jobs: {
    digest: string
    state: 'waiting' | 'making' | 'made' | 'failed' | 'as-it-came'
    /** How often a process has begun it. */
    tries: number
    /** How far each step is, from 0 to 1. */
    steps: Json
    /** The length of the film. Null until a process has read it. */
    seconds: number | null
    has_sound: Flag | null
    /** Why it failed, in English; readers get it in their language. */
    why: string | null
    /** The process that makes the film, until `lease_until` at least. Each report of the process moves that time on. */
    maker: string | null
    machine: string | null
    pid: number | null
    lease_until: Time | null
    asked_at: Time
    began_at: Time | null
    changed_at: Time
  }
  /**
   * Pages of a course that has a sister. `page`: a name that the page has in both courses. `other_digest`: the page of
   * the sister as an author last saw it.
   */
  sister_pages: { course_id: string; page: string; other_digest: string; looked_at: Time }
  /** Links that show a draft on a phone. `hash`: the hash of the token in the link. */
  phone_links: { hash: string; course_id: string; expires_at: Time }
  /** Where authors are in a draft. */
  draft_places: { course_id: string; author_id: string; lesson: string | null; page: string | null; seen_at: Time }
  lessons: { id: string; course_id: string; position: number; is_beta: Flag; content: Json }
  /** One row. Every import raises its version, so that each process knows when to reload. */
  catalogue: { id: number; version: number }

  /** The last version of every page that was ever imported. */
  known_pages: { lesson_id: string; page_id: string; is_public: Flag; place: Json | null; content: Json | null }

  page_answers: {
    uid: string
    lesson_id: string
    page_id: string
    answer: Json | null
    answered_at: Time
    logged_at: Time
    /** The type of the page that the learner saw. Null in older rows and without an answer. */
    page_type: string | null
    /** Written or spoken by the learner, not chosen. */
    is_own_words: Flag
    /** When a mentor reviewed it. Null again after a new answer. */
    reviewed_at: Time | null
    /**
     * The first pick on a page with a right answer. Null in older rows. A later log does not change it, unless the page
     * has another type now: that is another question.
     */
    first_answer?: Json | null
    /** Picks until the right one. Null in older rows. */
    tries?: number | null
    /** When the page was first logged; `answered_at` moves with each new answer. */
    first_at?: Time | null
    /** The version of its course in which the answer was first given. Null in older rows. */
    course_version?: number | null
  }
  /** A learner waits for a mentor, because of a message or of an answer in their own words. */
  waits: {
    learner_uid: string
    kind: WaitKind
    /** Empty for a message. */
    lesson_id: string
    page_id: string
    /** When the message or the answer reached the server. */
    began_at: Time
    ended_at: Time | null
    /** The mentor who ended it: the learner's own, or a stand-in. */
    ended_by: number | null
    how: WaitEnd | null
    /** 1: a spoken message or answer waits. */
    is_voice: Flag
  }
  /** Spoken answers and voice notes. After a merge of accounts the file name still contains the old uid. */
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
    /** The learner's mentor when the message was sent. */
    responder_id: number
    /** The mentor who wrote it; null: the learner did. */
    author_id: number | null
    content: string
    about: Json | null
    about_lesson_id: string | null
    /** File name of a recording. */
    voice: string | null
    voice_seconds: number | null
    /** The id that the sender's browser gave it. */
    client_key: string | null
    /** Later than the time of any message that its readers have received before. */
    sent_at: Time
    /** 1: seen before two accounts were merged. It counts as seen, although an earlier message may be unseen. */
    was_seen?: Flag
  }
  conversations: {
    learner_uid: string
    last_at: Time
    /** Since when the learner waits for a reply. */
    waiting_since: Time | null
    /** Messages up to this time were seen. */
    learner_seen_at: Time
    responder_seen_at: Time
    unseen_by_learner: number
    unseen_by_responder: number
  }
  hand_overs: {
    learner_uid: string
    responder_id: number
    handed_at: Time
    /** The mentor who handed the learner over, and a note to the next mentor. Null if no mentor did it. */
    from_responder_id: number | null
    note: string | null
    /** The former mentor, also if the organisation moved the learner. */
    former_responder_id?: number | null
    /** The act of the organisation that moved the learner, for undoing it. */
    move_id?: string | null
  }
  saved_replies: { responder_id: number; position: number; text: string }
  /** The key pair by which push services recognise this installation, encrypted. */
  push_keys: { id: string; sealed_keys: string; created_at: Time }
  /** Key pairs that sign lesson files. The private part is encrypted; a phone may have a file of any of them. */
  lesson_file_keys: { id: string; public_key: string; sealed_key: string; created_at: Time }
  /** Hashes of each MiB of a media file, with a space between them. */
  media_hashes: { name: string; bytes: number; sha256: string }
  /** Browsers that get notifications while their page is closed. */
  push_subscriptions: {
    /** Hash of the endpoint. */
    id: string
    uid: string
    /** The session in which the subscription was made. It ends with that session. */
    session_id: string
    signed_in_at: Time
    endpoint: string
    p256dh: string
    auth: string
    language: Language
    shows_text: Flag
    /** Failures in a row. */
    failures: number
    created_at: Time
    renewed_at: Time
  }
  /** When a person last got a notification of a conversation that they have not opened since. */
  push_told: { uid: string; learner_uid: string; told_at: Time }
  /** Quarters of an hour in which a learner did something. A row stays as long as the learner's week shows it. */
  step_times: { uid: string; at: Time }
  completed_lessons: { uid: string; lesson_id: string; completed_at: Time }
  idempotency_keys: { uid: string; key: string; fingerprint: string; reply: Json; created_at: Time }

  /**
   * Whether a person agrees to text messages other than codes. The link in each text has the `code`, and ends the
   * consent. Null before the first text.
   */
  text_consents: { uid: string; given_at: Time; ended_at: Time | null; code: string | null }

  /** A draft to a silent learner, for their mentor. `declined`: the mentor decided not to send it. */
  kind_words: {
    learner_uid: string
    made_at: Time
    text: string
    declined: 'not-now' | null
    declined_at: Time | null
  }

  /** Learners who want no more kind words, neither drafts nor texts. */
  kind_words_ended: { learner_uid: string; ended_at: Time }

  /** A text message to a silent person who agreed to such texts. `unsent`: the day's limit was used up before. */
  kind_texts: {
    learner_uid: string
    made_at: Time
    language: Language
    state: 'waiting' | 'sending' | 'sent' | 'refused' | 'unsent'
    sent_at: Time | null
  }

  /** How many texts and mails were sent on a day, and when the last one was sent and the last one failed. */
  sendings: {
    kind: 'sms' | 'mail' | 'whatsapp'
    /** In the organisation's time zone: 2026-11-23. */
    day: string
    sent: number
    failed: number
    last_sent_at: Time | null
    last_failed_at: Time | null
    /** What the last failure was, without the recipient. */
    problem: string | null
  }

  settings: { name: string; value: Json }
}

export type Db = Kysely<Tables>
