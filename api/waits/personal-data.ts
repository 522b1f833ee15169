import type { Transaction } from 'kysely'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import type { Db, Tables } from '../database/tables.ts'

/**
 * When a learner waited for a mentor. Comes after the sources of answers and messages, because its move reads the rows
 * that they have moved.
 */
export const waitsOfPerson: PersonalData = {
  name: 'waits',

  async collect(db, uid) {
    return { json: await waitsOf(db, uid) }
  },

  async move(trx, from, to, now) {
    await joinOpenWaits(trx, from, to)
    await endReviewed(trx, to, now)
  },

  async erase(trx, uid) {
    await trx.deleteFrom('waits').where('learner_uid', '=', uid).execute()
    return undefined
  },
}

async function waitsOf(db: Db, uid: string) {
  const rows = await db
    .selectFrom('waits')
    .leftJoin('responders', 'responders.id', 'waits.ended_by')
    .selectAll('waits')
    .select('responders.name')
    .where('learner_uid', '=', uid)
    .orderBy('began_at')
    .execute()
  return rows.map(row => ({
    since: new Date(row.began_at).toISOString(),
    for: row.kind,
    ...(row.kind === 'answer' ? { lessonId: row.lesson_id, pageId: row.page_id } : {}),
    ...(row.ended_at === null ? {} : { until: new Date(row.ended_at).toISOString() }),
    ...(row.how === null ? {} : { ended: row.how }),
    ...(row.name === null ? {} : { by: row.name }),
  }))
}

/** If both accounts have an open wait for the same thing, the earlier one stays. */
async function joinOpenWaits(trx: Transaction<Tables>, from: string, to: string): Promise<void> {
  const both = await trx.selectFrom('waits').selectAll().where('learner_uid', 'in', [from, to]).execute()
  const kept = new Map<string, Tables['waits']>()
  for (const wait of both.toSorted((one, other) => one.began_at - other.began_at)) {
    const thing = [wait.kind, wait.lesson_id, wait.page_id]
    const key = JSON.stringify(wait.ended_at === null ? thing : [...thing, wait.began_at])
    if (!kept.has(key)) kept.set(key, { ...wait, learner_uid: to })
  }
  await trx.deleteFrom('waits').where('learner_uid', 'in', [from, to]).execute()
  for (const wait of kept.values())
    await trx
      .insertInto('waits')
      .values(wait)
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/** A merge keeps one of two answers to a page. If a mentor has reviewed the one that stays, nobody waits for it. */
async function endReviewed(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx
    .updateTable('waits')
    .set({ ended_at: now, how: 'withdrawn' })
    .where('learner_uid', '=', uid)
    .where('kind', '=', 'answer')
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('page_answers')
            .select('page_answers.page_id')
            .whereRef('page_answers.uid', '=', 'waits.learner_uid')
            .whereRef('page_answers.lesson_id', '=', 'waits.lesson_id')
            .whereRef('page_answers.page_id', '=', 'waits.page_id')
            .where('page_answers.is_own_words', '=', 1)
            .where('page_answers.reviewed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
