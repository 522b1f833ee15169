import { expect, test } from 'vitest'
import { getAuditLog } from '../../../../contract/organisation/log/audit-log.ts'
import {
  endPhoneLinks,
  getSharedFile,
  makePhoneLink,
  showDraft,
} from '../../../../contract/organisation/on-phone/phone-links.ts'
import { HOUR } from '../../../../contract/time.ts'
import { courseFolder } from '../../../courses/testing.ts'
import { onEachDatabase } from '../../../testing.ts'
import { atDesk, startWithAuthors } from '../testing.ts'

const params = { id: 'tea' }

onEachDatabase('A draft on a phone', start => {
  async function startWithTea(env = {}) {
    const cast = await startWithAuthors(start, env)
    await cast.server.importCourse(courseFolder())
    const { token } = (await cast.omar.call(makePhoneLink, { params })).data
    const look = async (since: number | null = null, by = token) =>
      (await cast.server.call(showDraft, { body: { token: by, since } })).data
    return { ...cast, desk: atDesk(cast.omar, 'tea'), token, look }
  }

  test('Omar sees on his phone, without signing in, what he has just written', async () => {
    const { omar, desk, look } = await startWithTea()
    const { draft } = await look()
    expect([draft?.course.title, draft?.lessons[0]?.key]).toEqual(['A cup of tea', 'tea-water'])
    expect(await look(draft?.revision)).toMatchObject({ draft: null })
    await desk.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea at noon' })
    const later = (await look(draft?.revision)).draft
    expect(later?.course.title).toBe('Tea at noon')
    expect(JSON.stringify(later)).not.toContain(omar.uid)
  })

  test('a guess finds nothing, and the link is over after an hour or at a press', async () => {
    const { server, omar, reem, token, look } = await startWithTea()
    await expect(look(null, `${token}x`)).rejects.toMatchObject({ status: 404 })
    await expect(look(null, 'tea')).rejects.toMatchObject({ status: 404 })
    await reem.call(endPhoneLinks, { params })
    await expect(look()).rejects.toMatchObject({ status: 404 })
    const { data: last } = await omar.call(makePhoneLink, { params })
    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.slice(0, 3).map(({ action }) => action)).toEqual(['draft-shown', 'draft-hidden', 'draft-shown'])

    server.clock.stop()
    expect(last.expiresAt).toBeLessThanOrEqual(server.clock.now() + HOUR)
    server.clock.advance(last.expiresAt - server.clock.now() - 1)
    expect((await look(null, last.token)).draft).not.toBeNull()
    server.clock.advance(1)
    await expect(look(null, last.token)).rejects.toMatchObject({ status: 404 })
  })

  test('neither the database nor the log has the token, and a repeated press gives the same link', async () => {
    const { server, omar, token } = await startWithTea()
    const press = () => omar.call(makePhoneLink, { params }, { idempotencyKey: 'one-press-of-omar' })
    const [one, other] = [await press(), await press()]
    expect(one.data).toEqual(other.data)
    const { db } = server.services
    const rows = [
      ...(await db.selectFrom('phone_links').selectAll().execute()),
      ...(await db.selectFrom('idempotency_keys').selectAll().execute()),
      ...(await db.selectFrom('audit_log').selectAll().execute()),
    ]
    for (const secret of [token, one.data.token]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('the pictures of that draft are there, those of another course are not', async () => {
    const { server, token, look } = await startWithTea()
    const { draft } = await look()
    const picture = draft?.files.find(({ name }) => /\.(svg|png|webp)$/.test(name))
    const fetched = (digest: string, by = token) =>
      fetch(`${server.origin}${getSharedFile.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: by, digest }),
      })
    expect(picture).toBeDefined()
    expect((await fetched(picture?.digest ?? '')).status).toBe(200)
    expect((await fetched('0'.repeat(64))).status).toBe(404)
    expect((await fetched(picture?.digest ?? '', 'guess')).status).toBe(404)
  })

  test('somebody who tries tokens is stopped, and only people who write courses make links', async () => {
    const { server, look } = await startWithTea({ LIMIT_FACTOR: '1' })
    const noura = await server.signIn('+971501234567')
    await expect(noura.call(makePhoneLink, { params })).rejects.toMatchObject({ status: 403 })
    await expect(noura.call(endPhoneLinks, { params })).rejects.toMatchObject({ status: 403 })
    for (let guess = 0; guess < 60; guess++) await look(null, `guess-${guess}`).catch(() => {})
    await expect(look(null, 'one more')).rejects.toMatchObject({ status: 429 })
  })
})
