import type { Transaction } from 'kysely'
import { MINUTE, SECOND } from '../../../contract/time.ts'
import { consentCodeOf } from '../../account/text-consent.ts'
import { AUDIT_LOCK, addLine } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { countText, type PacedSender, pacedSender, takeTurn } from '../../senders/paced-sender.ts'
import type { SendSms } from '../../senders/sender.ts'
import { isPresentLearner } from '../reports/learners.ts'
import { KIND_WORDS_LOCK } from './hand-out.ts'
import { kindTextWriter } from './kind-texts.ts'

/** The person of a text whose process ended may have got it. They get no second one. */
const UNKNOWN_AFTER_MS = MINUTE

type Deps = {
  db: Db
  now: () => number
  config: Pick<Config, 'publicUrl' | 'limitFactor'>
  sendSms: SendSms
  failed: (error: Error) => void
}

/** Sends the texts to silent people one after another, at most one a second in all processes together. */
export function createKindTextSender({ db, now, config, sendSms, failed }: Deps): PacedSender {
  return pacedSender({ pauseMs: SECOND / config.limitFactor, sendNext, failed })

  async function sendNext(): Promise<boolean> {
    const at = now()
    const waiting = await db
      .selectFrom('kind_texts')
      .select('state')
      .where('state', 'in', ['waiting', 'sending'])
      .executeTakeFirst()
    if (!waiting) return false
    if (!(await takeTurn(db, config.limitFactor, at))) return true
    const text = await transactionWithLock(db, [AUDIT_LOCK, KIND_WORDS_LOCK], trx => claim(trx, at, config))
    if (!text || text === 'skipped') return text === 'skipped'
    const state = await sendSms(text.sms).then(
      () => 'sent' as const,
      // The person got nothing, so they may get a later one.
      () => 'refused' as const,
    )
    await db
      .updateTable('kind_texts')
      .set({ state })
      .where('learner_uid', '=', text.uid)
      .where('made_at', '=', text.madeAt)
      .execute()
    return true
  }
}

/** Takes the next text. Needs both locks. `KIND_WORDS_LOCK` also keeps two processes from taking the same one. */
async function claim(trx: Transaction<Tables>, now: number, { publicUrl, limitFactor }: Deps['config']) {
  await trx
    .updateTable('kind_texts')
    .set({ state: 'sent' })
    .where('state', '=', 'sending')
    .where('sent_at', '<', now - UNKNOWN_AFTER_MS)
    .execute()
  const next = await trx
    .selectFrom('kind_texts')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('made_at')
    .orderBy('learner_uid')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const { learner_uid: uid, made_at: madeAt, language } = next
  const person = await trx
    .selectFrom('users')
    .innerJoin('text_consents', 'text_consents.uid', 'users.uid')
    .select(['display_name', 'phone_number'])
    .where('users.uid', '=', uid)
    .where('text_consents.ended_at', 'is', null)
    .where('users.active_at', '<=', madeAt)
    .where(isPresentLearner())
    .executeTakeFirst()
  const ofThis = trx.deleteFrom('kind_texts').where('learner_uid', '=', uid).where('made_at', '=', madeAt)
  if (!person?.phone_number) {
    // They came back, agree no more or are gone.
    await ofThis.execute()
    return 'skipped'
  }
  if (!(await countText(trx, limitFactor, now))) {
    await giveUpWaiting(trx, now)
    return undefined
  }
  await trx
    .updateTable('kind_texts')
    .set({ state: 'sending', sent_at: now })
    .where('learner_uid', '=', uid)
    .where('made_at', '=', madeAt)
    .execute()
  const code = await consentCodeOf(trx, uid)
  const write = await kindTextWriter(trx, publicUrl)
  const text = write({ name: person.display_name, language, code })
  return { uid, madeAt, sms: { to: person.phone_number, text } }
}

/** A text of tomorrow would come by surprise. So the rest is not sent, the team reads so, and a press sends it again. */
async function giveUpWaiting(trx: Transaction<Tables>, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('kind_texts')
    .set({ state: 'unsent' })
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const details = { count: Number(numUpdatedRows) }
  await addLine(trx, { uid: null, side: 'server' }, { action: 'kind-texts-unsent', details }, now)
}
