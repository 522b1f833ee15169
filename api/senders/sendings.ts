import type { SendingKind } from '../../contract/organisation/settings.ts'
import { DAY } from '../../contract/time.ts'
import type { Db, Tables } from '../database/tables.ts'
import { failureOf } from './sender.ts'

const KEPT_MS = 365 * DAY

/** Counts a message on its day, and stores why the last one failed, without the recipient. */
export async function noteSending(
  db: Db,
  { kind, day, failure }: { kind: SendingKind; day: string; failure: Error | undefined },
  now: number,
): Promise<void> {
  const last = failure ? { last_failed_at: now, problem: failureOf(failure).message } : { last_sent_at: now }
  const counted = failure ? 'failed' : 'sent'
  const row = { kind, day, sent: 0, failed: 0, last_sent_at: null, last_failed_at: null, problem: null }
  await db
    .insertInto('sendings')
    .values({ ...row, ...last, [counted]: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'day'])
        .doUpdateSet(({ eb }) => ({ ...last, [counted]: eb(`sendings.${counted}`, '+', 1) })),
    )
    .execute()
}

type Row = Tables['sendings']
export type SendingsOfKind = Pick<Row, 'last_sent_at' | 'last_failed_at' | 'problem' | 'sent' | 'failed'>

/** Today's counts, and the last success and failure of any day. */
export async function sendingsOf(db: Db, kind: SendingKind, today: string): Promise<SendingsOfKind> {
  const lastWith = (column: 'last_sent_at' | 'last_failed_at') =>
    db
      .selectFrom('sendings')
      .selectAll()
      .where('kind', '=', kind)
      .where(column, 'is not', null)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [good, bad] = [await lastWith('last_sent_at'), await lastWith('last_failed_at')]
  const now = [good, bad].find(row => row?.day === today)
  return {
    last_sent_at: good?.last_sent_at ?? null,
    last_failed_at: bad?.last_failed_at ?? null,
    problem: bad?.problem ?? null,
    sent: now?.sent ?? 0,
    failed: now?.failed ?? 0,
  }
}

export async function deleteOldSendings(db: Db, now: number): Promise<void> {
  const before = new Date(now - KEPT_MS).toISOString().slice(0, 10)
  await db.deleteFrom('sendings').where('day', '<', before).execute()
}
