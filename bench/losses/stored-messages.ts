import type { Db } from '../../api/database/tables.ts'
import type { StoredData } from './journal.ts'
import { readWitness } from './witness.ts'

export async function readStored(db: Db): Promise<StoredData> {
  const rows = await db.selectFrom('idempotency_keys').select('key').execute()
  const messages = await db.selectFrom('messages').select('client_key').execute()
  const byKey = Map.groupBy(messages, ({ client_key }) => client_key ?? '')
  return {
    writes: await readWitness(db),
    keys: rows.map(({ key }) => key),
    standing: new Map([...byKey].map(([key, same]) => [key, same.map(() => key)])),
  }
}
