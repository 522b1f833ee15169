import type { Transaction } from 'kysely'
import type { PersonalData } from '../../account/personal-data/personal-data.ts'
import type { Tables } from '../../database/tables.ts'
import { isoOf } from '../conversation/message-row.ts'

/** The browsers in which a person gets notifications. */
export const browsersOfPerson: PersonalData = {
  name: 'notices',

  async collect(db, uid) {
    const rows = await db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('uid', '=', uid)
      .orderBy('created_at')
      .execute()
    return {
      json: rows.map(row => ({
        // The rest of the URL is a secret.
        pushService: new URL(row.endpoint).host,
        language: row.language,
        showsText: row.shows_text === 1,
        since: isoOf(row.created_at),
        lastOpenedAt: isoOf(row.renewed_at),
      })),
    }
  },

  async move(trx, from, to) {
    await trx.updateTable('push_subscriptions').set({ uid: to }).where('uid', '=', from).execute()
    await deleteThrottles(trx, from)
  },

  async erase(trx, uid) {
    await trx.deleteFrom('push_subscriptions').where('uid', '=', uid).execute()
    await deleteThrottles(trx, uid)
    return undefined
  },
}

/** Deletes the throttles of notifications to a person, and of notifications about them. */
async function deleteThrottles(trx: Transaction<Tables>, uid: string): Promise<void> {
  await trx
    .deleteFrom('push_told')
    .where(({ or, eb }) => or([eb('uid', '=', uid), eb('learner_uid', '=', uid)]))
    .execute()
}
