import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'

/**
 * Statements that find a person's row without naming the person, and why nobody reaches another's rows that way.
 * `users` and `closed_accounts` are the persons themselves; they are found by phone number, e-mail address or uid.
 */
const exceptions: Record<string, string> = {
  'api/courses/drafts/authors.ts selectFrom course_authors': 'The names of all authors, for people who read drafts.',
  'api/account/text-consent.ts selectFrom text_consents':
    'The code is a secret of the person, in the link of a text to their phone.',
  'api/organisation/people/account-acts.ts deleteFrom sessions': 'The operator ends those of everybody.',
  'api/organisation/kind-words/routes.ts selectFrom text_consents':
    'Only whether anything changed: the newest times and counts.',
  'api/organisation/kind-words/routes.ts selectFrom kind_words_ended': 'As above.',
  'api/organisation/reports/kind-words.ts selectFrom kind_words_ended':
    'Takes them from the list of silent learners, which is that of the reader.',
  'api/organisation/kind-words/kind-texts.ts selectFrom kind_texts': 'How many were not sent, of the people in reach.',
  'api/organisation/kind-words/send-texts.ts selectFrom kind_texts': 'The next text to send, of anybody.',
  'api/organisation/kind-words/send-texts.ts updateTable kind_texts':
    'Texts whose process ended, and what waits beyond the texts of the day, of anybody.',
  'api/organisation/log/outdated.ts selectFrom audit_log':
    'For owners, who may read all lines; only whether there is a later one is shown.',
  'api/account/phone-changes.ts selectFrom phone_changes':
    'A code to the number, or a coordinator, asks whose it becomes.',
  'api/lessons/to-review.ts selectFrom page_answers':
    'A beginning; its users add the mentors whose learners it counts.',
  'api/media/recordings/heard-recording.ts selectFrom recordings':
    'Its condition asks whether the listener may: also a mentor of the owner.',
  'api/media/recordings/receiving/save-recording.ts selectFrom recordings':
    'A file name must be free among all recordings; nothing of the row is shown.',
  'api/messages/conversation/history.ts selectFrom messages':
    'Only the name of the recording is read, and heardRecording checks the listener.',
  'api/messages/conversation/insert-message.ts selectFrom messages':
    'Asks whether a recording of this person was sent before.',
  'api/messages/conversation/join-conversations.ts updateTable messages': 'The ids are from a query by owner.',
  'api/messages/personal-data.ts deleteFrom recordings': 'The file names are from a query by owner.',
  'api/messages/personal-data.ts selectFrom recordings': 'The file names are from a query by owner.',
  'api/messages/push/push-key.ts deleteFrom push_subscriptions': 'With a new key, nobody has a subscription.',
  'api/messages/push/subscriptions.ts deleteFrom push_subscriptions': 'Told by a push service, not by a person.',
  'api/messages/push/subscriptions.ts updateTable push_subscriptions': 'Told by a push service, not by a person.',
  'api/sign-in/other-ways/requests.ts selectFrom approved_sign_ins':
    'The id is the hash of a secret that only the asking browser has.',
  'api/organisation/people/undo-move.ts selectFrom hand_overs':
    'All learners of one move, for people who may move them.',
  'api/organisation/reports/effects.ts selectFrom completed_lessons':
    'Counts of all learners of a lesson, never shown one by one.',
  'api/organisation/reports/effects.ts selectFrom page_answers': 'As above.',
  'api/organisation/team/routes.ts selectFrom audit_log':
    'Only the name of the person who sent the invitation in hand.',
  'api/organisation/home/home.ts selectFrom waits': 'Counts of all learners, for the people who look after them.',
  'api/sign-in/sessions/sessions.ts updateTable sessions': 'The id is from a verified token.',
}

/** Rows of a person that are inserted without the person's lock, and why none stays after the account was erased. */
const insertedWithoutLock: Record<string, string> = {
  'api/account/users.ts users': 'The person themselves.',
  'api/messages/push/throttle.ts push_told': 'Goes after two minutes.',
  'api/sign-in/password/change-email.ts email_changes': 'Goes after an hour.',
  'api/sign-in/repeated-press.ts idempotency_keys': 'Its uid is the name of a call.',
  'api/sign-in/sessions/sessions.ts sessions': 'Called in the transaction of a sign-in, and goes when nobody uses it.',
}

/** Columns that name the owner, the mentor of the owner, or a secret of the owner. */
const OWNER = /^'(\w+\.)?(uid|\w+_uid|(\w+_)?responder_id|token_hash)'/
const OWNER_IN_FUNCTION = /'(\w+\.)?(uid|\w+_uid|(\w+_)?responder_id)'/

// The test reads one chain of calls. It does not see what another function adds to a query.
test('every statement about a row of a person names the person', () => {
  const found = new Set(sources().flatMap(statementsWithoutOwner))
  const advice =
    "find the rows by their owner (where 'uid' …), or add the statement to exceptions above, with its reason"
  expect(
    [...found].filter(statement => !(statement in exceptions)),
    advice,
  ).toEqual([])
  const unneeded = Object.keys(exceptions).filter(statement => !found.has(statement))
  expect(unneeded, 'take these out of exceptions above: no statement needs them').toEqual([])
})

test.each([
  ["db.selectFrom('recordings').selectAll().where('filename', '=', name).execute()", 'selectFrom recordings'],
  [
    "db.updateTable('page_answers').set({ reviewed_at: now }).where('page_id', '=', pageId)",
    'updateTable page_answers',
  ],
  ["trx\n  .deleteFrom('messages')\n  // Gone.\n  .where('messages.id', 'in', ids)", 'deleteFrom messages'],
  ["db.deleteFrom('sessions').execute()", 'deleteFrom sessions'],
  ["db.selectFrom('sessions').selectAll().execute()", 'selectFrom sessions'],
  [
    "db.deleteFrom('messages').where('id', '=', id).where(eb => eb.exists(eb.selectFrom('users').where('uid', '=', uid)))",
    'deleteFrom messages',
  ],
])('%s is caught', (text, statement) => {
  expect(statementsWithoutOwner({ file: 'api/x.ts', text })).toEqual([`api/x.ts ${statement}`])
})

test.each([
  "db.selectFrom('recordings').where('filename', '=', name).where('uid', '=', uid)",
  "db.selectFrom('messages').where('messages.id', '=', id).whereRef('messages.learner_uid', '=', 'users.uid')",
  "db.deleteFrom('sessions').where('expires_at', '<=', now)",
  "db.selectFrom('lessons').where('id', '=', id)",
  "const ofMessages = db.selectFrom('messages').select('id')",
])('%s is allowed', text => {
  expect(statementsWithoutOwner({ file: 'api/x.ts', text })).toEqual([])
})

test('a row of a person is inserted in a transaction, which has their lock', () => {
  const found = new Set(sources().flatMap(insertsOnDb))
  const advice =
    'insert it on trx in writeForUser (api/account/write-for-user.ts): their account may be ending just now'
  expect([...found].toSorted(), advice).toEqual(Object.keys(insertedWithoutLock).toSorted())
  const text = "export async function save(db: Db) {\n  await db\n    .insertInto('recordings')\n"
  expect(insertsOnDb({ file: 'api/x.ts', text })).toEqual(['api/x.ts recordings'])
  expect(insertsOnDb({ file: 'api/x.ts', text: text.replace('await db', 'await trx') })).toEqual([])
  expect(insertsOnDb({ file: 'api/x.ts', text: text.replace('async function save', 'prepare') })).toEqual([])
})

/** Leaves out inserts in `prepare`, which builds statements that run elsewhere. */
function insertsOnDb({ file, text }: Source): string[] {
  if (!file.startsWith('api/') || file.startsWith('api/database/migrations/') || isTest(file)) return []
  const inserts = [...text.matchAll(/\bdb\s*\.insertInto\('(\w+)'/g)]
  return inserts
    .filter(({ 1: table = '', index }) => {
      const before = text.slice(0, index)
      const isPrepared = before.lastIndexOf('prepare') > before.lastIndexOf('function ')
      return (OWNED.has(table) || table === 'users') && !isPrepared
    })
    .map(([, table]) => `${file} ${table}`)
}

function statementsWithoutOwner({ file, text }: Source): string[] {
  if (!file.startsWith('api/') || file.startsWith('api/database/migrations/') || isTest(file)) return []
  const starts = text.matchAll(/\b(selectFrom|updateTable|deleteFrom)\('(\w+)/g)
  return [...starts].flatMap(({ 1: verb, 2: table = '', index }) =>
    OWNED.has(table) && isWithoutOwner(callsFrom(text, index)) ? [`${file} ${verb} ${table}`] : [],
  )
}

type CallText = { name: string; given: string }

function isWithoutOwner(calls: CallText[]): boolean {
  const wheres = calls.filter(({ name }) => /^where(Ref)?$/.test(name)).map(({ given }) => given.trim())
  // A chain without `execute` or `stream` is only the beginning or a part of a query.
  const isWhole = calls.some(({ name }) => name.startsWith('execute') || name === 'stream')
  if (wheres.length === 0) return calls[0]?.name !== 'selectFrom' || isWhole
  const namesOwner = (given: string) =>
    given.startsWith("'") ? OWNER.test(given) : OWNER_IN_FUNCTION.test(given) && !given.includes('selectFrom')
  return wheres.some(given => /^'[^']+', '(=|in)'/.test(given)) && !wheres.some(namesOwner)
}

/** The calls of one chain, `a(…).b(…)`, with what they are given. */
function callsFrom(text: string, start: number): CallText[] {
  const calls: CallText[] = []
  for (let at = start; ; ) {
    const [all, name] = /^(?:\s|\/\/.*\n)*\.?(\w+)(?=\()/.exec(text.slice(at)) ?? []
    if (all === undefined || name === undefined || (calls.length > 0 && !all.includes('.'))) return calls
    const end = endOfBrackets(text, at + all.length)
    calls.push({ name, given: text.slice(at + all.length + 1, end - 1) })
    at = end
  }
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** The tables with an owner, as tables.ts says. */
const OWNED = new Set(
  [...readFileSync('api/database/tables.ts', 'utf8').matchAll(/^ {2}(\w+): \{(.*?)(?: \}|\n {2}\})$/gms)]
    .filter(([, , columns = '']) => /\b(uid|\w+_uid):/.test(columns))
    .map(([, table = '']) => table)
    .filter(table => table !== 'users' && table !== 'closed_accounts'),
)
