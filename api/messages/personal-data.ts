import { sql, type Transaction } from 'kysely'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import type { Db, Tables } from '../database/tables.ts'
import { fileFrom } from '../media/recordings/personal-data.ts'
import type { Storage } from '../media/storage/storage.ts'
import { joinConversations } from './conversation/join-conversations.ts'
import { isoOf } from './conversation/message-row.ts'

/** The messages between a learner and their mentors. */
export function messagesOfPerson(storage: Storage): PersonalData {
  return {
    name: 'messages',
    collect: (db, uid) => collectMessages(db, uid, storage),

    async move(trx, from, to, now) {
      await noteOtherMentor(trx, from, to, now)
      await joinConversations(trx, from, to)
    },

    async erase(trx, uid) {
      await eraseVoices(trx, uid)
      for (const table of ['messages', 'conversations'] as const)
        await trx.deleteFrom(table).where('learner_uid', '=', uid).execute()
      return undefined
    },
  }
}

/** If the accounts had two mentors, the surviving account keeps its mentor, and the conversation shows the change. */
async function noteOtherMentor(trx: Transaction<Tables>, from: string, to: string, now: number): Promise<void> {
  const rows = await trx.selectFrom('users').select(['uid', 'responder_id']).where('uid', 'in', [from, to]).execute()
  const mentorOf = (uid: string) => rows.find(row => row.uid === uid)?.responder_id ?? null
  const [before, next] = [mentorOf(from), mentorOf(to)]
  if (before === null || next === null || before === next) return
  await trx
    .insertInto('hand_overs')
    .values({ learner_uid: to, responder_id: next, handed_at: now })
    .onConflict(conflict => conflict.columns(['learner_uid', 'handed_at']).doUpdateSet({ responder_id: next }))
    .execute()
}

/** Erases a person's voice notes, and those of mentors to them. The files are removed within the hour. */
async function eraseVoices(trx: Transaction<Tables>, uid: string): Promise<void> {
  const voices = trx
    .selectFrom('messages')
    .select('voice')
    .where('learner_uid', '=', uid)
    .where('voice', 'is not', null)
  const spoken = trx
    .selectFrom('recordings')
    .select(['storage_key', sql<number>`0`.as('remove_at')])
    .where('filename', 'in', voices.$castTo<{ voice: string }>())
  await trx.insertInto('stray_objects').columns(['storage_key', 'remove_at']).expression(spoken).execute()
  await trx.deleteFrom('recordings').where('filename', 'in', voices.$castTo<{ voice: string }>()).execute()
}

async function collectMessages(db: Db, uid: string, storage: Storage) {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('responders', 'responders.id', 'messages.author_id')
    .leftJoin('recordings', 'recordings.filename', 'messages.voice')
    .selectAll('messages')
    .select(['responders.name as author_name', 'recordings.storage_key'])
    .where('learner_uid', '=', uid)
    .orderBy('sent_at')
    .execute()
  const json = rows.map(row => ({
    sentAt: isoOf(row.sent_at),
    from: row.author_name ?? 'me',
    text: row.content,
    about: row.about === null ? undefined : JSON.parse(row.about),
    voice: row.storage_key === null ? undefined : voiceFile(row),
  }))
  const files = rows.flatMap(row =>
    row.storage_key === null || row.author_id === null ? [] : [fileFrom(storage, voiceFile(row), row.storage_key)],
  )
  return { json, files }
}

/**
 * A person's own voice notes are exported with their recordings. A mentor's voice note gets another name, because its
 * file name would reveal the mentor's uid.
 */
function voiceFile({ id, author_id, voice }: Tables['messages']): string {
  return author_id === null ? `recordings/${voice}` : `voices/${id}.mp3`
}
