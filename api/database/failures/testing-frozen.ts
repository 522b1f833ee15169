import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../postgres.ts'
import { transactionWithLock } from '../transaction-with-lock.ts'
import { databaseProblemIn } from './database-problem.ts'

/**
 * A process that a test freezes in the middle of its transactions. Prints a line when the first transaction is open,
 * and a line with the end of each.
 */
const db = openPostgres(process.argv[2] as string)
const { promise: isInside, resolve: inside } = Promise.withResolvers<void>()
const first = write('first')
// The others start later and wait for the lock, so the first transaction is the one that is frozen.
await isInside
const ends = [first, ...['second', 'third', 'fourth'].map(write)]
console.log('inside')
console.log((await Promise.all(ends)).join(' '))
await db.destroy()

function write(name: string): Promise<string> {
  return transactionWithLock(db, 'inbox', async trx => {
    await trx.insertInto('settings').values({ name, value: '1' }).execute()
    inside()
    await sleep(2000)
    await trx
      .insertInto('settings')
      .values({ name: `${name}, again`, value: '1' })
      .execute()
  }).then(
    () => 'done',
    error => databaseProblemIn(error) ?? String(error),
  )
}
