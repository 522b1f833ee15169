import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../postgres.ts'
import { serially } from '../serially.ts'
import { troubleIn } from './trouble.ts'

/** A process of its own, to be frozen in the middle of its transactions. Prints when it is inside the first, and how each ended. */
const db = openPostgres(process.argv[2] as string)
const ends = ['first', 'second', 'third', 'fourth'].map(name =>
  serially(db, 'mailbox', async trx => {
    await trx.insertInto('settings').values({ name, value: '1' }).execute()
    if (name === 'first') console.log('inside')
    await sleep(2000)
    await trx
      .insertInto('settings')
      .values({ name: `${name}, again`, value: '1' })
      .execute()
  }).then(
    () => 'done',
    error => troubleIn(error) ?? String(error),
  ),
)
console.log((await Promise.all(ends)).join(' '))
await db.destroy()
