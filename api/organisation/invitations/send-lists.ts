import type { Updateable } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { invitationUrl } from '../../mentors/invitations.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import {
  countText,
  moreTextsAt,
  type PacedSender,
  pacedSender,
  type SenderDeps,
  UNKNOWN_AFTER_MS,
} from '../../senders/paced-sender.ts'
import { knownAmong } from './known-phones.ts'
import { linkForRow } from './link-rows.ts'
import { invitationText } from './lists.ts'

export type ListSender = PacedSender

type Deps = SenderDeps & { config: Pick<Config, 'publicUrl' | 'limitFactor'> }

/** Sends the texts of lists. */
export function createListSender({ db, config, ...deps }: Deps): ListSender {
  let failuresInRow = 0
  return pacedSender(
    { db, config, ...deps },
    {
      hasWaiting: () => hasList(db),
      claim: now => transactionWithLock(db, MENTORS_LOCK, trx => claim(trx, config, now)),
      async end({ listId, rowNumber }, outcome) {
        await changeRow(db, { listId, rowNumber }, OUTCOMES[outcome])
        failuresInRow = outcome === 'sent' ? 0 : failuresInRow + 1
        if (failuresInRow < GATEWAY_FAILS_AFTER) return
        failuresInRow = 0
        await db.updateTable('invitation_lists').set({ state: 'stopped' }).where('state', '=', 'sending').execute()
      },
    },
  )
}

/**
 * After so many failures in a row, the gateway itself has failed. The other people can be invited when it works again.
 */
const GATEWAY_FAILS_AFTER = 5

const OUTCOMES = {
  sent: { state: 'sent', reason: null },
  // The person got nothing, so a later list may invite them.
  refused: { state: 'refused', reason: 'unavailable', invited_at: null },
  unknown: { state: 'refused', reason: 'unknown' },
} as const

async function hasList(db: Db): Promise<boolean> {
  const list = await db.selectFrom('invitation_lists').select('id').where('state', '=', 'sending').executeTakeFirst()
  return list !== undefined
}

type RowOfList = { listId: string; rowNumber: number }

async function changeRow(db: Db, { listId, rowNumber }: RowOfList, change: Updateable<Tables['invitation_list_rows']>) {
  await db
    .updateTable('invitation_list_rows')
    .set(change)
    .where('list_id', '=', listId)
    .where('row_number', '=', rowNumber)
    .execute()
}

/** Takes the next row. Needs `MENTORS_LOCK`, which also keeps two processes from taking the same one. */
async function claim(trx: Db, { publicUrl, limitFactor }: Deps['config'], now: number) {
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
    // Another process is sending a text of this list, or was killed while it did. The list is not done before that text
    // has an outcome, because nobody looks at the texts of a done list.
    if (await isOneOnItsWay(trx)) return 'skipped'
    await trx.updateTable('invitation_lists').set({ state: 'done' }).where('state', '=', 'sending').execute()
    return undefined
  }
  const place = { listId: row.list_id, rowNumber: row.row_number }
  const reason = (await knownAmong(trx, [row.phone_number], now)).get(row.phone_number)
  if (reason) {
    await changeRow(trx, place, { state: 'refused', reason })
    return 'skipped'
  }
  if (!(await countText(trx, limitFactor, now))) {
    const stopped = { state: 'stopped', goes_on_at: await moreTextsAt(trx, now) } as const
    await trx.updateTable('invitation_lists').set(stopped).where('state', '=', 'sending').execute()
    return undefined
  }
  const invitation = await linkForRow(trx, row, now)
  const { code } = await trx
    .selectFrom('invitations')
    .select('code')
    .where('id', '=', invitation)
    .executeTakeFirstOrThrow()
  await changeRow(trx, place, { state: 'sending', invited_at: now, invitation_id: invitation })
  const text = await invitationText(trx, row.language, invitationUrl(publicUrl, code))
  return { ...place, sms: { to: row.phone_number, text } }
}

async function isOneOnItsWay(trx: Db): Promise<boolean> {
  const row = await trx
    .selectFrom('invitation_list_rows')
    .innerJoin('invitation_lists', 'invitation_lists.id', 'invitation_list_rows.list_id')
    .select('row_number')
    .where('invitation_lists.state', '=', 'sending')
    .where('invitation_list_rows.state', '=', 'sending')
    .executeTakeFirst()
  return row !== undefined
}
