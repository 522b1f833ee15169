import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import { writeForUser } from './write-for-user.ts'

/** Whether a person agrees to text messages other than codes. */
export async function hasTextConsent(db: Db, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('text_consents')
    .select('uid')
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A repeated consent keeps the time of the first one. Without consent there is nothing to end. */
export async function setTextConsent(db: Db, uid: string, agrees: boolean, now: number): Promise<void> {
  await writeForUser(db, uid, trx => (agrees ? giveConsent(trx, uid, now) : endConsent(trx, uid, now)))
}

async function giveConsent(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx
    .insertInto('text_consents')
    .values({ uid, given_at: now, ended_at: null, code: null })
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

/** The code of the link by which this person ends the texts. All texts of a person have the same one. */
export async function ensureConsentCode(trx: Db, uid: string): Promise<string> {
  const consent = await trx.selectFrom('text_consents').select('code').where('uid', '=', uid).executeTakeFirstOrThrow()
  if (consent.code !== null) return consent.code
  const code = randomBytes(12).toString('base64url')
  await trx.updateTable('text_consents').set({ code }).where('uid', '=', uid).execute()
  return code
}

/** A text of another form is no code and needs no query. PostgreSQL would fail for some such texts. */
const CODE = /^[\w-]{16}$/

/** Whether the person with this code agrees to the texts; undefined if it is nobody's code. */
export async function hasTextConsentByCode(db: Db, code: string): Promise<boolean | undefined> {
  if (!CODE.test(code)) return undefined
  const row = await db.selectFrom('text_consents').select('ended_at').where('code', '=', code).executeTakeFirst()
  return row && row.ended_at === null
}

/** Ends the texts of the person with this code, and returns their uid. Ending them twice changes nothing. */
export async function endConsentByCode(db: Db, code: string, now: number): Promise<string | undefined> {
  if (!CODE.test(code)) return undefined
  const row = await db.selectFrom('text_consents').select('uid').where('code', '=', code).executeTakeFirst()
  if (row) await setTextConsent(db, row.uid, false, now)
  return row?.uid
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
    // The link in a text that was sent to either account goes on working.
    const code = latest.code ?? rows.find(row => row.code !== null)?.code ?? null
    await trx.deleteFrom('text_consents').where('uid', 'in', [from, to]).execute()
    await trx
      .insertInto('text_consents')
      .values({ ...latest, code, uid: to })
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
