import { beforeAll, expect, test } from 'vitest'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { handOverLearner } from '../../contract/inbox/hand-over.ts'
import { getInbox, markHandled } from '../../contract/inbox/inbox.ts'
import { castOn, send, startForAll } from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'

const REFUSED = { status: 400, code: 'bad-request' }

onEachDatabase('what no row can have', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
  })

  test('a time that cannot be read ends no wait', async () => {
    const { salma, noura, mentorId } = await castOn(server)
    await send(noura, mentorId, 'when?')
    for (const upTo of ['2026-11-27T10:00:00+05', '9999-12-31T23:59:59-23:59']) {
      const handled = salma.call(markHandled, { params: { uid: noura.uid }, body: { upTo } })
      await expect(handled, upTo).rejects.toMatchObject(REFUSED)
    }
    const [row] = (await salma.call(getInbox, {})).data
    expect(row).toMatchObject({ uid: noura.uid, waitingSince: expect.any(Number) })
  })

  test('a number is refused as the end of an absence, and every mentor can still be read', async () => {
    const { salma } = await castOn(server)
    const awayUntil = (until: number) => salma.call(setAway, { body: { isAway: true, coverId: null, until } })
    for (const until of [1.5, 2 ** 53, 2 ** 63, 1e300, -1])
      await expect(awayUntil(until), String(until)).rejects.toMatchObject(REFUSED)
    const until = 8_640_000_000_000_000
    await awayUntil(until)
    expect((await salma.call(getAway, {})).data).toMatchObject({ isAway: true, until })
  })

  test('a number is refused as the number of a mentor', async () => {
    const { salma, noura } = await castOn(server)
    for (const id of [-1, 2 ** 31, 2 ** 63, 1e300]) {
      await expect(salma.call(setAway, { body: { isAway: true, coverId: id } })).rejects.toMatchObject(REFUSED)
      const given = salma.call(handOverLearner, { params: { uid: noura.uid }, body: { to: id } })
      await expect(given, String(id)).rejects.toMatchObject(REFUSED)
    }
  })
})
