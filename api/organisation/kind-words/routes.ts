import * as calls from '../../../contract/organisation/kind-words/kind-words.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { smsParts } from '../../../contract/text/sms-parts.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { type Hub, inboxKey } from '../../messages/hub/hub.ts'
import type { PacedSender } from '../../senders/paced-sender.ts'
import { requireMentorInReach } from '../../team/reach.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import type { KindWordsNow, ReadyText, SilentQuery } from '../reports/kind-words.ts'
import type { ReportRunner } from '../reports/thread/report-runner.ts'
import { scopeOf } from '../reports/thread/report-scope.ts'
import { EXAMPLE_CONSENT_CODE, kindTextWriter, storeKindTexts, textsSoFar } from './kind-texts.ts'
import { KIND_WORDS_LOCK, storeKindWords } from './store-kind-words.ts'

type Deps = {
  db: Db
  now: () => number
  config: Pick<Config, 'publicUrl' | 'smsPrice'>
  hub: Hub
  reports: ReportRunner
  kindTextSender: PacedSender
}

export function kindWordRoutes({ db, now, config, hub, reports, kindTextSender }: Deps): Route[] {
  const read = async (query: SilentQuery, reach: Reach, at: number): Promise<KindWordsNow> => {
    const { report } = await reports.run('kindWords', { ...query, ...(await lastAct()) }, await scopeOf(db, reach), at)
    return report
  }

  /** Changes with each draft, text, consent and refusal, so that no report from before is shown again. */
  async function lastAct(): Promise<{ since: string }> {
    const times = await Promise.all(
      (['kind_words', 'kind_texts'] as const).map(table =>
        db.selectFrom(table).select('made_at').orderBy('made_at', 'desc').limit(1).executeTakeFirst(),
      ),
    )
    const consents = await db
      .selectFrom('text_consents')
      .select(({ fn }) => [
        fn.max('given_at').as('given'),
        fn.max('ended_at').as('ended'),
        fn.count('ended_at').as('all'),
      ])
      .executeTakeFirstOrThrow()
    const ends = await db
      .selectFrom('kind_words_ended')
      .select(({ fn }) => [fn.max('ended_at').as('last'), fn.countAll().as('all')])
      .executeTakeFirstOrThrow()
    const parts = [...times.map(row => row?.made_at), ...Object.values(consents), ...Object.values(ends)]
    return { since: parts.join(' ') }
  }

  /** The first text, and the number of SMS parts of all texts. Each is counted, because names and languages differ. */
  async function writeSample(ready: readonly ReadyText[]) {
    const write = await kindTextWriter(db, config.publicUrl)
    const texts = ready.map(one => {
      const text = write({ ...one, code: EXAMPLE_CONSENT_CODE })
      return { name: one.name, text, parts: smsParts(text).parts }
    })
    return { sample: texts[0] ?? null, parts: texts.reduce((sum, { parts }) => sum + parts, 0) }
  }

  const requireReach = async ({ body: { mentor }, reach }: { body: SilentQuery; reach: Reach }) => {
    if (mentor !== undefined && mentor !== 'none') requireMentorInReach(reach, Number(mentor))
  }

  return [
    serve(calls.getKindWords, async ({ query, reach }) => {
      const at = now()
      const { shown, readyTexts } = await read(query, reach, at)
      const [amount, currency = ''] = config.smsPrice.split(' ')
      const texts = {
        ready: readyTexts.length,
        ...(await writeSample(readyTexts)),
        price: amount ? { amount: Number(amount), currency } : null,
        ...(await textsSoFar(db, { reach, now: at })),
      }
      return { success: true, data: { ...shown, texts } }
    }),

    serveAct({ db, now }, calls.giveKindWords, {
      locks: () => [KIND_WORDS_LOCK],
      before: requireReach,
      prepare: async ({ body, reach }, at) => ({
        ready: (await read(body, reach, at)).ready,
        silentDays: (await reportSettings(db)).silentDays,
      }),
      work: (trx, { reach }, at, { ready, silentDays }) => storeKindWords(trx, ready, { reach, silentDays }, at),
      after: ({ mentorIds }) => hub.publish(mentorIds.map(inboxKey)),
      reply: ({ count }) => ({ success: true, data: { count } }),
    }),

    serveAct({ db, now }, calls.sendKindTexts, {
      locks: () => [KIND_WORDS_LOCK],
      before: requireReach,
      prepare: async ({ body, reach }, at) => ({
        ready: (await read(body, reach, at)).readyTexts,
        silentDays: (await reportSettings(db)).silentDays,
      }),
      work: (trx, { reach }, at, { ready, silentDays }) => storeKindTexts(trx, ready, { reach, silentDays }, at),
      after: () => kindTextSender.wake(),
      reply: count => ({ success: true, data: { count } }),
    }),
  ]
}
