import { sql, type Transaction } from 'kysely'
import type { Language } from '../../../contract/languages.ts'
import { KIND_WORD_PAUSE_MS } from '../../../contract/organisation/kind-words/kind-words.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { nameIn } from '../../../contract/text/name-in.ts'
import { DAY } from '../../../contract/time.ts'
import type { PersonalData } from '../../account/personal-data/personal-data.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import { moveRows } from '../../database/move-rows.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { chosenSettings } from '../../settings/organisation-settings.ts'
import { isLearnerInReach } from '../../team/reach.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { earlierKindWords, greetingOf, hasComeBack, OUTCOME_MS, type ReadyText } from '../reports/kind-words.ts'
import { isPresentLearner } from '../reports/learners.ts'

/** The longest code that a link can have. */
export const EXAMPLE_CONSENT_CODE = 'x'.repeat(16)
const AT_ONCE = 500

type Around = { publicUrl: string; name: string | null; code: string }

/**
 * A greeting, and the sentence with the link that ends such texts. Between them is the place of the owner's words,
 * `{reminder}`.
 */
export function aroundReminder(language: Language, { publicUrl, name, code }: Around): string {
  const { kindText, kindWord } = serverTexts[language]
  const hello = greetingOf(kindWord, name)
  return kindText.replaceAll('{link}', () => `${publicUrl}/no-more/${code}`).replaceAll('{hello}', () => hello)
}

/**
 * Writes a text: the reminder of the settings with what stands around it. It names no lesson, because a text lies open
 * on a phone that others see.
 */
export async function kindTextWriter(db: Db, publicUrl: string) {
  const { name: places, reminder } = (await chosenSettings(db)).values
  return ({ language, ...person }: { name: string | null; language: Language; code: string }): string => {
    const texts = serverTexts[language]
    const place = nameIn(places, language) || texts.push.app
    const words = (reminder?.[language] || texts.reminder)
      .replaceAll('{name}', () => place)
      .replaceAll('{link}', () => publicUrl)
    return aroundReminder(language, { publicUrl, ...person }).replaceAll('{reminder}', () => words)
  }
}

/**
 * Stores the texts to send, except for people who came back, ended their consent or got something since the list was
 * made. Needs `KIND_WORDS_LOCK`.
 */
export async function storeKindTexts(
  trx: Transaction<Tables>,
  ready: readonly ReadyText[],
  { reach, silentDays }: { reach: Reach; silentDays: number },
  now: number,
): Promise<ActResult<number>> {
  const { recent, refused } = await earlierKindWords(trx, now)
  const left = ready.filter(({ uid }) => !recent.has(uid) && !refused.has(uid))
  let count = 0
  for (let begin = 0; begin < left.length; begin += AT_ONCE) {
    const some = left.slice(begin, begin + AT_ONCE)
    const rows = await trx
      .selectFrom('users')
      .innerJoin('text_consents', 'text_consents.uid', 'users.uid')
      .select('users.uid')
      .where(
        'users.uid',
        'in',
        some.map(({ uid }) => uid),
      )
      .where('text_consents.ended_at', 'is', null)
      .where('users.phone_number', 'is not', null)
      .where('users.active_at', '<', now - silentDays * DAY)
      .where(isLearnerInReach(reach))
      .where(isPresentLearner())
      .execute()
    const fits = new Set(rows.map(({ uid }) => uid))
    const values = some
      .filter(({ uid }) => fits.has(uid))
      .map(({ uid, language }) => ({
        learner_uid: uid,
        made_at: now,
        language,
        state: 'waiting' as const,
        sent_at: null,
      }))
    await deleteUnsent(
      trx,
      values.map(value => value.learner_uid),
    )
    if (values.length > 0) await trx.insertInto('kind_texts').values(values).execute()
    count += values.length
  }
  return { result: count, lines: count > 0 ? [{ action: 'kind-texts-sent' as const, details: { count } }] : [] }
}

/** Deletes texts that were not sent to these people, because they get a draft or another text now. */
export async function deleteUnsent(trx: Db, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await trx.deleteFrom('kind_texts').where('state', '=', 'unsent').where('learner_uid', 'in', uids).execute()
}

/** Texts that were not sent because of the day's limit, to people who could still get one. */
export async function countUnsent(db: Db, { reach, now }: { reach: Reach; now: number }): Promise<number> {
  const { count } = await db
    .selectFrom('kind_texts')
    .innerJoin('users', 'users.uid', 'kind_texts.learner_uid')
    .innerJoin('text_consents', 'text_consents.uid', 'kind_texts.learner_uid')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'unsent')
    .where('made_at', '>', now - KIND_WORD_PAUSE_MS)
    .where('text_consents.ended_at', 'is', null)
    .whereRef('users.active_at', '<=', 'kind_texts.made_at')
    .where(isLearnerInReach(reach))
    .where(isPresentLearner())
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type TextsSoFar = { waiting: number; refused: number; unsent: number; sent: number; cameBack: number }

/** The texts of the last ninety days, and how many of these people did something within seven days. */
export async function textsSoFar(db: Db, { reach, now }: { reach: Reach; now: number }): Promise<TextsSoFar> {
  const { rows } = await sql<{ state: Tables['kind_texts']['state']; count: number; back: number }>`
    select kind_texts.state, count(*) as count,
      sum(case when ${hasComeBack('kind_texts.learner_uid', 'kind_texts.sent_at')} then 1 else 0 end) as back
    from kind_texts inner join users on users.uid = kind_texts.learner_uid
    where kind_texts.made_at > ${now - OUTCOME_MS} and ${isLearnerInReach(reach)}
    group by kind_texts.state`.execute(db)
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const sum = (some: typeof rows, name: 'count' | 'back') => some.reduce((all, row) => all + Number(row[name]), 0)
  return {
    waiting: sum(of('waiting', 'sending'), 'count'),
    refused: sum(of('refused'), 'count'),
    unsent: await countUnsent(db, { reach, now }),
    sent: sum(of('sent'), 'count'),
    cameBack: sum(of('sent'), 'back'),
  }
}

export const kindTextsOfPerson: PersonalData = {
  name: 'kindTexts',

  async collect(db, uid) {
    const rows = await db
      .selectFrom('kind_texts')
      .selectAll()
      .where('learner_uid', '=', uid)
      .orderBy('made_at')
      .execute()
    const iso = (time: number) => new Date(time).toISOString()
    const json = rows.map(({ made_at, language, state, sent_at }) => ({
      madeAt: iso(made_at),
      language,
      state,
      ...(sent_at === null ? {} : { sentAt: iso(sent_at) }),
    }))
    return { json }
  },

  move: (trx, from, to) => moveRows(trx, { table: 'kind_texts', owner: 'learner_uid', key: 'made_at' }, from, to),

  async erase(trx, uid) {
    await trx.deleteFrom('kind_texts').where('learner_uid', '=', uid).execute()
    return undefined
  },
}
