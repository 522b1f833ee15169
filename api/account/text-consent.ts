import type { Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import { writeForUser } from './write-for-user.ts'

/** Whether a person agrees to text messages other than codes. */
export async function agreesToTexts(db: Db, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('text_consents')
    .select('uid')
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Consent once more keeps its first time. Without consent there is nothing to end. */
export async function setTextConsent(db: Db, uid: string, agrees: boolean, now: number): Promise<void> {
  await writeForUser(db, uid, trx => (agrees ? giveConsent(trx, uid, now) : endConsent(trx, uid, now)))
}

async function giveConsent(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx
    .insertInto('text_consents')
    .values({ uid, given_at: now, ended_at: null })
    .onConflict(conflict =>
      conflict
        .column('uid')
        .doUpdateSet({ given_at: now, ended_at: null })
        .where('text_consents.ended_at', 'is not', null),
    )
    .execute()
}

async function endConsent(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx
    .updateTable('text_consents')
    .set({ ended_at: now })
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .execute()
}

export const textConsentOfPerson: PersonalData = {
  name: 'textMessages',

  async collect(db, uid) {
    const row = await db.selectFrom('text_consents').selectAll().where('uid', '=', uid).executeTakeFirst()
    if (!row) return { json: null }
    const ended = row.ended_at === null ? {} : { endedAt: new Date(row.ended_at).toISOString() }
    return { json: { agreedAt: new Date(row.given_at).toISOString(), ...ended } }
  },

  /** The later decision of the two accounts counts. */
  async move(trx, from, to) {
    const rows = await trx.selectFrom('text_consents').selectAll().where('uid', 'in', [from, to]).execute()
    const [latest] = rows.toSorted((one, other) => decidedAt(other) - decidedAt(one))
    if (!latest) return
    await trx.deleteFrom('text_consents').where('uid', 'in', [from, to]).execute()
    await trx
      .insertInto('text_consents')
      .values({ ...latest, uid: to })
      .execute()
  },

  async erase(trx, uid) {
    await trx.deleteFrom('text_consents').where('uid', '=', uid).execute()
    return undefined
  },
}

function decidedAt({ given_at, ended_at }: Tables['text_consents']): number {
  return ended_at ?? given_at
}
