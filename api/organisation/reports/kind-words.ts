import { sql } from 'kysely'
import type { Language } from '../../../contract/languages.ts'
import {
  CAME_BACK_MS,
  KIND_WORD_PAUSE_MS,
  type KindWords,
} from '../../../contract/organisation/kind-words/kind-words.ts'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { isLearnerInReach } from '../../team/reach.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import type { CourseFilter } from './days/range.ts'
import type { ReportContext } from './report-context.ts'
import { type Silent, silentPeople } from './silent.ts'

export type SilentQuery = CourseFilter & { mentor?: string | undefined; link?: string | undefined }
export type ReadyWord = { uid: string; mentorId: number; text: string }
export type ReadyText = { uid: string; name: string | null; language: Language }
/** `ready` stays at the server: it names people. */
export type KindWordsNow = { shown: Omit<KindWords, 'texts'>; ready: ReadyWord[]; readyTexts: ReadyText[] }

export const OUTCOME_MS = 90 * DAY

/** `since` is not read. It makes the query a different one after each act, so that no stored report is shown. */
export async function kindWordsNow(
  db: Db,
  query: SilentQuery & { since?: string },
  context: ReportContext,
): Promise<KindWordsNow> {
  const { silent, pages } = await silentPeople(db, query, context)
  const earlier = await earlierKindWords(db, context.now)
  const fitting = silent.map(person => ({ person, why: leftOut(person, earlier) }))
  const count = (wanted: ReturnType<typeof leftOut>) => fitting.filter(({ why }) => why === wanted).length
  const ready = fitting.flatMap(({ person, why }) => (why === undefined ? [person] : []))
  const textFor = ({ name, lessonId, pageId }: Silent) => {
    const lessonTitle = pages.isClosed(lessonId) ? null : pages.after(lessonId, pageId).lessonTitle
    return kindWordFor(name, { lessonTitle, language: pages.languageOf(lessonId) })
  }
  const agreed = await agreeingNow(db)
  // Learners without a mentor can get a text message, too.
  const textable = silent.filter(person => whyNot(person, earlier) === undefined)
  const readyTexts = textable.flatMap(({ uid, name, lessonId }) =>
    agreed.has(uid) ? [{ uid, name, language: pages.languageOf(lessonId) ?? 'ar' }] : [],
  )
  const [first] = ready
  return {
    shown: {
      ready: ready.length,
      mentors: new Set(ready.map(({ mentorId }) => mentorId)).size,
      leftOut: {
        waiting: count('waiting'),
        recent: count('recent'),
        refused: count('refused'),
        withoutMentor: count('withoutMentor'),
      },
      sample: first ? { name: first.name, mentorName: first.mentorName ?? '', text: textFor(first) } : null,
      outcome: await outcomeOf(db, context),
    },
    ready: ready.map(person => ({ uid: person.uid, mentorId: person.mentorId as number, text: textFor(person) })),
    readyTexts,
  }
}

type Earlier = { recent: ReadonlySet<string>; refused: ReadonlySet<string> }

function leftOut(person: Silent, earlier: Earlier) {
  const why = whyNot(person, earlier)
  return why !== 'refused' && person.mentorId === null ? 'withoutMentor' : why
}

/** Why somebody gets neither a draft nor a text. */
function whyNot({ uid, isWaiting }: Silent, { recent, refused }: Earlier) {
  if (refused.has(uid)) return 'refused'
  // This person waits for an answer of their mentor, and a kind word would be no answer.
  if (isWaiting) return 'waiting'
  return recent.has(uid) ? 'recent' : undefined
}

/** The people who got a kind word or a text within the pause, and the people who want no more. */
export async function earlierKindWords(db: Db, now: number): Promise<Earlier> {
  const drafts = await db
    .selectFrom('kind_words')
    .select('learner_uid')
    .where('made_at', '>', now - KIND_WORD_PAUSE_MS)
    .execute()
  // Texts that were refused or not sent reached nobody, and do not count.
  const texts = await db
    .selectFrom('kind_texts')
    .select('learner_uid')
    .where('made_at', '>', now - KIND_WORD_PAUSE_MS)
    .where('state', 'not in', ['refused', 'unsent'])
    .execute()
  const ended = await db.selectFrom('kind_words_ended').select('learner_uid').execute()
  return {
    recent: new Set([...drafts, ...texts].map(({ learner_uid }) => learner_uid)),
    refused: new Set(ended.map(({ learner_uid }) => learner_uid)),
  }
}

/** People with a phone who agree to text messages. */
async function agreeingNow(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('text_consents')
    .innerJoin('users', 'users.uid', 'text_consents.uid')
    .select('users.uid')
    .where('ended_at', 'is', null)
    .where('phone_number', 'is not', null)
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}

export function greetingOf(texts: { hello: string; helloNameless: string }, name: string | null): string {
  return name === null ? texts.helloNameless : texts.hello.replaceAll('{name}', () => name)
}

/**
 * The kind word, in the language of the course in which the learner stopped. Its last sentence says how to get no more
 * of these.
 */
function kindWordFor(name: string | null, place: { lessonTitle: string | null; language: Language | null }): string {
  const texts = serverTexts[place.language ?? 'ar'].kindWord
  const hello = greetingOf(texts, name)
  const { lessonTitle } = place
  const goOn = lessonTitle === null ? [] : [texts.goOn.replaceAll('{lesson}', () => lessonTitle)]
  return [hello, ...goOn, texts.noMore].join(' ')
}

/** Whether a learner did something within seven days. `uid` and `since` are names of columns. */
export function hasComeBack(uid: string, since: string) {
  const within = (column: string) =>
    sql`${sql.ref(column)} > ${sql.ref(since)} and ${sql.ref(column)} <= ${sql.ref(since)} + ${CAME_BACK_MS}`
  return sql`(
    exists (select 1 from page_answers where page_answers.uid = ${sql.ref(uid)} and ${within('page_answers.first_at')})
    or exists (select 1 from messages as own where own.learner_uid = ${sql.ref(uid)} and own.author_id is null
      and ${within('own.sent_at')}))`
}

/**
 * How many kind words were handed out, to how many of these learners their mentor wrote, and how many of those did
 * something in the next seven days. A mentor may have changed the words, so the first message after the draft counts.
 */
async function outcomeOf(db: Db, { reach, now }: ReportContext): Promise<KindWords['outcome']> {
  const { rows } = await sql<{ handed: number; sent: number; back: number }>`
    select count(*) as handed, count(sent_at) as sent, sum(case when sent_at is not null
        and ${hasComeBack('word.learner_uid', 'word.sent_at')} then 1 else 0 end) as back
    from (select kind_words.learner_uid, (select min(messages.sent_at) from messages
        where messages.learner_uid = kind_words.learner_uid and messages.author_id is not null
        and messages.sent_at > kind_words.made_at
        and messages.sent_at <= kind_words.made_at + ${KIND_WORD_PAUSE_MS}) as sent_at
      from kind_words inner join users on users.uid = kind_words.learner_uid
      where kind_words.made_at > ${now - OUTCOME_MS} and ${isLearnerInReach(reach)}) as word`.execute(db)
  const [row] = rows
  const [handed, sent, cameBack] = [Number(row?.handed ?? 0), Number(row?.sent ?? 0), Number(row?.back ?? 0)]
  return handed === 0 ? null : { handed, sent, cameBack }
}
