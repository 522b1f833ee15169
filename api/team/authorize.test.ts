import { expect, test } from 'vitest'
import { allCalls } from '../../contract/all-calls.ts'
import { getOverview } from '../../contract/organisation/reports.ts'
import { becomeFirstOwner, endTeamInvitation, getTeam } from '../../contract/organisation/team.ts'
import { MINUTE } from '../../contract/time.ts'
import { onEachDatabase } from '../testing.ts'

/** Calls that need no idempotency key, because a repeated call finds what the first one stored. */
const WITHOUT_KEY = {
  'POST /org/v1/courses/:id/edits': 'each edit has an id',
  'POST /org/v1/courses/:id/pictures': 'the same bytes are stored once',
  'POST /org/v1/courses/:id/sounds': 'the same bytes are stored once',
  'POST /org/v1/imports': 'only checks; what becomes of it has a key',
  'POST /org/v1/invitationLists/:id/rows': 'writes the same rows again',
  'POST /org/v1/readTeamInvitation': 'reads',
  'POST /org/v1/describeTeamInvitation': 'reads',
  'POST /org/v1/courses/:id/captions': 'named by their digest',
  'PATCH /org/v1/filmUploads/:uploadId': 'the offset says it',
}

test('each call of the organisation that changes something takes an Idempotency-Key', () => {
  const writing = allCalls.filter(({ method, path }) => path.startsWith('/org/') && method !== 'GET')
  expect(writing.length).toBeGreaterThan(40)
  const without = writing.filter(({ headers = [] }) => !(headers as readonly string[]).includes('Idempotency-Key'))
  const advice = "serve it with serveAct, and give it headers: ['Idempotency-Key'] in the contract"
  const names = without.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted(), advice).toEqual(Object.keys(WITHOUT_KEY).toSorted())
})

onEachDatabase('The limits of the organisation', start => {
  test('600 calls that read and 120 that write in a minute, then a refusal that says when to go on', async () => {
    const server = await start()
    server.clock.stop()
    const reem = await server.signIn('+971501111111')
    await reem.call(becomeFirstOwner, { body: {} })
    const reads = () => reem.call(getTeam, {})
    const writes = () => reem.call(endTeamInvitation, { params: { id: 'nowhere' } })
    const tooMany = { status: 429, code: 'auth/too-many-requests', retryAfter: 60 }
    const notFound = { status: 404 }
    // Sets the count of a limit, as if she had already made that many calls.
    const count = async (name: string, used: number) => {
      const { db } = server.services
      const row = db.updateTable('limits').set({ count: used }).where('key', 'like', `${name}%`)
      expect((await row.executeTakeFirst()).numUpdatedRows).toBe(1n)
    }
    await reads()
    await count('team-read', 599)
    await reads()
    await expect(reads()).rejects.toMatchObject(tooMany)
    await expect(writes()).rejects.toMatchObject(notFound)
    await count('team-write', 119)
    await expect(writes()).rejects.toMatchObject(notFound)
    await expect(writes()).rejects.toMatchObject(tooMany)
    server.clock.advance(MINUTE)
    await reads()
    await expect(writes()).rejects.toMatchObject(notFound)
  })

  test('ten files of reports in an hour', async () => {
    const server = await start()
    const reem = await server.signIn('+971501111111')
    await reem.call(becomeFirstOwner, { body: {} })
    const url = `${server.origin}${getOverview.path}?format=csv`
    const save = () => fetch(url, { headers: { authorization: `Bearer ${reem.idToken}` } })
    for (let count = 0; count < 10; count++) expect((await save()).status).toBe(200)
    const refused = await save()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
