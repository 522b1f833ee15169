import { expect, test } from 'vitest'
import { getPreparedData } from '../../../contract/account.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { prepareData } from '../../../contract/organisation/person-acts.ts'
import { DAY } from '../../../contract/time.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { onEachDatabase } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { nameIt, PHONES, startWithTeam } from './testing.ts'

onEachDatabase('Data that an owner prepares for a person', start => {
  const open = (who: Person, token: string) => who.call(getPreparedData, { query: { token } })

  test('reach only that person; the owner who opens the link is refused, and the log has each step', async () => {
    const { reem, salma, noura } = await startWithTeam(start)
    await nameIt(noura, 'Noura Salem')
    const params = { uid: noura.uid }
    const { token } = (await reem.call(prepareData, { params })).data
    for (const other of [reem, salma])
      await expect(open(other, token)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    const zip = (await open(noura, token)) as Blob
    const files = await filesIn(Buffer.from(await zip.arrayBuffer()))
    expect(JSON.parse(String(files['data.json'])).account).toMatchObject({ uid: noura.uid, displayName: 'Noura Salem' })
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 4).map(({ action, actor, subject }) => [action, actor?.uid, subject?.uid])).toEqual([
      ['data-fetched', noura.uid, noura.uid],
      ['data-refused', salma.uid, noura.uid],
      ['data-refused', reem.uid, noura.uid],
      ['data-prepared', reem.uid, noura.uid],
    ])
  })

  test('are at the link for seven days, and at no link that was made up', async () => {
    const { server, reem, noura } = await startWithTeam(start)
    const { token } = (await reem.call(prepareData, { params: { uid: noura.uid } })).data
    await expect(open(noura, `${token.slice(0, -2)}xx`)).rejects.toMatchObject({ code: 'not-found' })
    server.clock.advance(7 * DAY)
    const later = await server.signIn(PHONES.noura)
    await expect(open(later, token)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('are for owners to prepare, and of somebody who exists', async () => {
    const { reem, salma, noura } = await startWithTeam(start)
    const prepare = (who: Person, uid: string) => who.call(prepareData, { params: { uid } })
    await expect(prepare(salma, noura.uid)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(prepare(reem, 'nobody')).rejects.toMatchObject({ code: 'not-found' })
  })
})
