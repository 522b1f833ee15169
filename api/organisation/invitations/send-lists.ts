import { MINUTE, SECOND } from '../../../contract/time.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import { countText, nextDayOfTexts, type PacedSender, pacedSender, takeTurn } from '../../senders/paced-sender.ts'
import type { SendSms } from '../../senders/sender.ts'
import { knownAmong } from './known-phones.ts'
import { invitationText, linkForRow } from './lists.ts'

/** A text whose process ended may have been sent or not. */
const UNKNOWN_AFTER_MS = MINUTE

export type ListSender = PacedSender

type Deps = {
  db: Db
  now: () => number
  config: Pick<Config, 'publicUrl' | 'limitFactor'>
  sendSms: SendSms
  failed: (error: Error) => void
}

/** Sends the texts of lists one after another, at most one a second in all processes together. */
export function createListSender({ db, now, config, sendSms, failed }: Deps): ListSender {
  return pacedSender({ pauseMs: SECOND / config.limitFactor, sendNext, failed })

  /** False if there is nothing to send. */
  async function sendNext(): Promise<boolean> {
    const at = now()
    if (!(await hasList(db))) return false
    if (!(await takeTurn(db, config.limitFactor, at))) return true
    const row = await transactionWithLock(db, MENTORS_LOCK, trx => claim(trx, at, config))
    if (!row || row === 'skipped') return row === 'skipped'
    const state = await sendSms(row.sms).then(
      () => ({ state: 'sent', reason: null }) as const,
      // The person got nothing, so a later list may invite them.
      () => ({ state: 'refused', reason: 'unavailable', invited_at: null }) as const,
    )
    await db
      .updateTable('invitation_list_rows')
      .set(state)
      .where('list_id', '=', row.list_id)
      .where('row_number', '=', row.row_number)
      .execute()
    return true
  }
}

async function hasList(db: Db): Promise<boolean> {
  const list = await db.selectFrom('invitation_lists').select('id').where('state', '=', 'sending').executeTakeFirst()
  return list !== undefined
}

/** Takes the next row. Needs `MENTORS_LOCK`, which also keeps two processes from taking the same one. */
async function claim(trx: Db, now: number, { publicUrl, limitFactor }: Deps['config']) {
  await trx
    .updateTable('invitation_list_rows')
    .set({ state: 'refused', reason: 'unknown' })
    .where('state', '=', 'sending')
    .where('invited_at', '<', now - UNKNOWN_AFTER_MS)
    .execute()
  const row = await trx
    .selectFrom('invitation_list_rows')
    .innerJoin('invitation_lists', 'invitation_lists.id', 'invitation_list_rows.list_id')
    .selectAll('invitation_list_rows')
    .select('language')
    .where('invitation_lists.state', '=', 'sending')
    .where('invitation_list_rows.state', '=', 'ready')
    .orderBy('invitation_lists.created_at')
    .orderBy('row_number')
    .executeTakeFirst()
  if (!row) {
    await trx.updateTable('invitation_lists').set({ state: 'done' }).where('state', '=', 'sending').execute()
    return undefined
  }
  const save = (change: {
    state: 'sending' | 'refused'
    reason?: string
    invited_at?: number
    invitation_id?: string
  }) =>
    trx
      .updateTable('invitation_list_rows')
      .set(change)
      .where('list_id', '=', row.list_id)
      .where('row_number', '=', row.row_number)
      .execute()
  const reason = (await knownAmong(trx, [row.phone_number], now)).get(row.phone_number)
  if (reason) {
    await save({ state: 'refused', reason })
    return 'skipped'
  }
  if (!(await countText(trx, limitFactor, now))) {
    const stopped = { state: 'stopped', goes_on_at: await nextDayOfTexts(trx, now) } as const
    await trx.updateTable('invitation_lists').set(stopped).where('state', '=', 'sending').execute()
    return undefined
  }
  const invitation = await linkForRow(trx, row, now)
  const { code } = await trx
    .selectFrom('invitations')
    .select('code')
    .where('id', '=', invitation)
    .executeTakeFirstOrThrow()
  await save({ state: 'sending', invited_at: now, invitation_id: invitation })
  const text = await invitationText(trx, row.language, `${publicUrl}/?rid=${code}`)
  return { list_id: row.list_id, row_number: row.row_number, sms: { to: row.phone_number, text } }
}
