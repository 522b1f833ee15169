import type { Transaction } from 'kysely'
import { ensureConsentCode } from '../../account/text-consent.ts'
import { AUDIT_LOCK, addLine } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import {
  countText,
  type PacedSender,
  pacedSender,
  type SenderDeps,
  UNKNOWN_AFTER_MS,
} from '../../senders/paced-sender.ts'
import { isPresentLearner } from '../reports/learners.ts'
import { kindTextWriter } from './kind-texts.ts'
import { KIND_WORDS_LOCK } from './store-kind-words.ts'

type Deps = SenderDeps & { config: Pick<Config, 'publicUrl' | 'limitFactor'> }

/** Sends the texts to silent people. */
export function createKindTextSender({ db, config, ...deps }: Deps): PacedSender {
  return pacedSender(
    { db, config, ...deps },
    {
      hasWaiting: () => hasText(db),
      claim: now => transactionWithLock(db, [AUDIT_LOCK, KIND_WORDS_LOCK], trx => claim(trx, config, now)),
      async end({ uid, madeAt }, outcome) {
        await db
          .updateTable('kind_texts')
          // If nobody knows the outcome, the text counts as sent. Only a person who surely got nothing may get another
          // one.
          .set({ state: outcome === 'refused' ? 'refused' : 'sent' })
          .where('learner_uid', '=', uid)
          .where('made_at', '=', madeAt)
          .execute()
      },
    },
  )
}

async function hasText(db: Db): Promise<boolean> {
  const text = await db
    .selectFrom('kind_texts')
    .select('state')
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return text !== undefined
}

/**
 * Takes the next text. Needs `AUDIT_LOCK` and `KIND_WORDS_LOCK`. The second lock also keeps two processes from taking
 * the same text.
 */
async function claim(trx: Transaction<Tables>, { publicUrl, limitFactor }: Deps['config'], now: number) {
  await trx
    .updateTable('kind_texts')
    // The process ended while it sent: the text may have arrived, so it is not sent again.
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
    // The learner came back, no longer agrees to texts, or has no account any more.
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
  const code = await ensureConsentCode(trx, uid)
  const write = await kindTextWriter(trx, publicUrl)
  const text = write({ name: person.display_name, language, code })
  return { uid, madeAt, sms: { to: person.phone_number, text } }
}

/**
 * Gives up the texts that wait, because a text that came tomorrow would be a surprise. The team reads that they were
 * not sent, and can send them again.
 */
async function giveUpWaiting(trx: Transaction<Tables>, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('kind_texts')
    .set({ state: 'unsent' })
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const details = { count: Number(numUpdatedRows) }
  await addLine(trx, { uid: null, side: 'server' }, { action: 'kind-texts-unsent', details }, now)
}
