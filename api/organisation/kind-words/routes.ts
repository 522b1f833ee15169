import * as calls from '../../../contract/organisation/kind-words/kind-words.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { Db } from '../../database/tables.ts'
import { type Route, serve } from '../../http/serve.ts'
import { type Hub, inboxKey } from '../../messages/hub/hub.ts'
import { requireMentorInReach } from '../../team/reach.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import type { KindWordsNow, SilentQuery } from '../reports/kind-words.ts'
import type { ReportRunner } from '../reports/thread/report-runner.ts'
import { scopeOf } from '../reports/thread/report-scope.ts'
import { handOut, KIND_WORDS_LOCK } from './hand-out.ts'

type Deps = { db: Db; now: () => number; hub: Hub; reports: ReportRunner }

export function kindWordRoutes({ db, now, hub, reports }: Deps): Route[] {
  const read = async (query: SilentQuery, reach: Reach, at: number): Promise<KindWordsNow> => {
    const { report } = await reports.run('kindWords', { ...query, ...(await lastOne()) }, await scopeOf(db, reach), at)
    return report
  }

  /** A kept reply is of before the last draft. */
  async function lastOne(): Promise<{ since?: number }> {
    const row = await db
      .selectFrom('kind_words')
      .select('made_at')
      .orderBy('made_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row ? { since: row.made_at } : {}
  }

  return [
    serve(calls.getKindWords, async ({ query, reach }) => {
      const { shown } = await read(query, reach, now())
      return { success: true, data: shown }
    }),

    serveAct({ db, now }, calls.handKindWords, {
      locks: () => [KIND_WORDS_LOCK],
      before: async ({ body: { mentor }, reach }) => {
        if (mentor !== undefined && mentor !== 'none') requireMentorInReach(reach, Number(mentor))
      },
      prepare: async ({ body, reach }, at) => ({
        ready: (await read(body, reach, at)).ready,
        silentDays: (await reportSettings(db)).silentDays,
      }),
      work: (trx, { reach }, at, { ready, silentDays }) => handOut(trx, ready, { reach, silentDays }, at),
      after: ({ mentorIds }) => hub.publish(mentorIds.map(inboxKey)),
      reply: ({ count }) => ({ success: true, data: { count } }),
    }),
  ]
}
