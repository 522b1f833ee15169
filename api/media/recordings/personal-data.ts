import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { PersonalData, PersonalFile } from '../../account/personal-data/personal-data.ts'
import type { Tables } from '../../database/tables.ts'
import type { Storage } from '../storage/storage.ts'
import { VOICE_NOTE } from './voice-notes.ts'

/** Spoken answers and voice notes. */
export function recordingsOfPerson(storage: Storage): PersonalData {
  return {
    name: 'recordings',

    async collect(db, uid) {
      const rows = await db.selectFrom('recordings').selectAll().where('uid', '=', uid).orderBy('created_at').execute()
      return {
        json: rows.map(row => ({
          file: fileOf(row),
          ...(row.lesson_id === VOICE_NOTE.lessonId ? {} : { lessonId: row.lesson_id, pageId: row.page_id }),
          seconds: Math.round(row.duration_ms / 1000),
          bytes: row.bytes,
          recordedAt: new Date(row.created_at).toISOString(),
        })),
        files: rows.map(row => fileFrom(storage, fileOf(row), row.storage_key)),
      }
    },

    // The names keep the old uid, so that older answers still find their recordings.
    async move(trx, from, to) {
      await trx.updateTable('recordings').set({ uid: to }).where('uid', '=', from).execute()
    },

    async erase(trx, uid) {
      // A voice note is part of its conversation, and is erased with it.
      const goes = sql<boolean>`uid = ${uid} and not exists
        (select 1 from messages where messages.voice = recordings.filename and messages.learner_uid != ${uid})`
      const ofPerson = trx
        .selectFrom('recordings')
        .select(['storage_key', sql<number>`0`.as('remove_at')])
        .where(goes)
      await trx.insertInto('stray_objects').columns(['storage_key', 'remove_at']).expression(ofPerson).execute()
      const erased = await trx.deleteFrom('recordings').where(goes).returning('storage_key').execute()
      return async () => {
        // A failed removal is tried again every hour.
        for (const { storage_key } of erased) await storage.remove(storage_key).catch(() => {})
      }
    },
  }
}

export function fileFrom(storage: Storage, name: string, key: string): PersonalFile {
  return { name, open: () => Readable.from(bytesOf(storage, key)) }
}

function fileOf({ filename }: Tables['recordings']): string {
  return `recordings/${filename}`
}

async function* bytesOf(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  const content = await storage.read(key)
  if (content) yield* content
}
