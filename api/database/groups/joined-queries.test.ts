import { expect, test } from 'vitest'
import { saveUser } from '../../../contract/account.ts'
import { onPostgres } from '../../testing.ts'

/** After so many openings of the app, the set of queries that an opening runs has its own statement. */
const OPENINGS = 1100

onPostgres('Queries that wait together', start => {
  test('give everybody what is theirs, in the statement for all queries and in the one of their own', async () => {
    const server = await start({ env: { LIMIT_FACTOR: '100' } })
    const people = [await server.signIn('+971501111111'), await server.signIn('+971502222222')]
    for (let opening = 0; opening < OPENINGS / people.length; opening++) {
      const opened = people.map(({ uid, call }) => call(saveUser, { params: { uid }, body: {} }))
      const users = (await Promise.all(opened)).map(({ data }) => data.user)
      expect(users.map(({ uid, phoneNumber }) => [uid, phoneNumber])).toEqual(
        people.map(({ uid, phone }) => [uid, phone]),
      )
    }
  })
})
