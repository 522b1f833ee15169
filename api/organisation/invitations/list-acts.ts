import type { Transaction } from 'kysely'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import { linkRows } from './link-rows.ts'
import { invitationList } from './lists.ts'

type Trx = Transaction<Tables>

/** Begins to send, or goes on after a stop. All functions of this file need `MENTORS_LOCK`. */
export async function sendList(trx: Trx, id: string): Promise<ActResult> {
  await invitationList(trx, id)
  await trx.updateTable('invitation_lists').set({ state: 'sending', goes_on_at: null }).where('id', '=', id).execute()
  return { result: null, lines: [{ action: 'invitations-sent', details: { list: id } }] }
}

export async function stopList(trx: Trx, id: string): Promise<ActResult> {
  await invitationList(trx, id)
  const sending = trx.updateTable('invitation_lists').set({ state: 'stopped' }).where('state', '=', 'sending')
  const stopped = await sending.where('id', '=', id).returning('id').executeTakeFirst()
  return { result: null, lines: stopped ? [{ action: 'invitations-stopped', details: { list: id } }] : [] }
}

/** Returns how many links were made. */
export async function linkList(trx: Trx, id: string, now: number): Promise<ActResult<number>> {
  const count = await linkRows(trx, id, now)
  return { result: count, lines: [{ action: 'invitation-links-made', details: { list: id, count } }] }
}
