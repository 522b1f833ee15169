import { join } from 'node:path'
import { openDatabase } from '../../database/open.ts'
import { diskStorage } from '../../media/storage/disk-storage.ts'
import { createPersonalDataSources } from '../../personal-data-sources.ts'
import { embeddedAccounts } from '../../sign-in/built-in/accounts.ts'
import { mergeAccounts } from './merge.ts'

/** A process that merges one pair after the other, until all are done or a test kills it. */
const { databaseUrl, dataDir } = JSON.parse(process.argv[2] as string)
const db = await openDatabase({ databaseUrl, dataDir })
const pairs = await db.selectFrom('users').select(['uid', 'phone_number']).where('email', 'is', null).execute()
const personalDataSources = createPersonalDataSources(diskStorage(join(dataDir, 'recordings')))
const options = { personalDataSources, accounts: embeddedAccounts(() => {}), now: 1 }

for (const { uid: phoneUid, phone_number } of pairs) {
  const uid = phoneUid.replace('phone', 'email')
  await mergeAccounts(db, { uid, phoneUid, phoneNumber: phone_number as string }, options)
  console.log(uid)
}
await db.destroy()
