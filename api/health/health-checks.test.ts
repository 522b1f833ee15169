import { mkdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DAY } from '../../contract/time.ts'
import { noteProof } from '../backups/prove-backup-set.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'

const TOKEN = 'a-token-for-the-metrics'
const NOWHERE = {
  STORAGE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

onEachDatabase('Health of all that the app needs', start => {
  const healthOf = async ({ origin }: TestServer) => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const response = await fetch(`${origin}/health/all`, { headers })
    return [response.status, (await response.json()).checks]
  }
  const good = { database: 'good', storage: 'good', disk: 'good', backup: 'good', sending: 'good' }

  test('is for the operator only', async () => {
    const off = await start()
    expect((await fetch(`${off.origin}/health/all`)).status).toBe(404)
    const on = await start({ env: { METRICS_TOKEN: TOKEN } })
    expect((await fetch(`${on.origin}/health/all`)).status).toBe(401)
    expect(await healthOf(on)).toEqual([200, good])
  })

  test('names an old backup, and mails that cannot be sent', async () => {
    const server = await start({ env: { METRICS_TOKEN: TOKEN, NIGHTLY_BACKUP: 'on' } })
    const { db, senders, config } = server.services
    expect(await healthOf(server)).toEqual([503, { ...good, backup: 'failing' }])
    await noteProof(db, { at: server.clock.now(), madeAt: server.clock.now() })
    expect(await healthOf(server)).toEqual([200, good])
    server.clock.advance(2 * DAY)
    const outbox = `${config.dataDir}/outbox.jsonl`
    rmSync(outbox, { force: true })
    mkdirSync(outbox)
    await expect(senders.sendMail({ to: 'noura@example.org', subject: 'Hello', text: 'Hello' })).rejects.toThrow()
    expect(await healthOf(server)).toEqual([503, { ...good, backup: 'failing', sending: 'failing' }])
  })

  test('names a bucket that does not answer, and the app stays ready', async () => {
    const server = await start({ env: { ...NOWHERE, METRICS_TOKEN: TOKEN } })
    expect(await healthOf(server)).toEqual([503, { ...good, storage: 'failing' }])
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
  })

  test('names a database that is gone', async () => {
    const server = await start({ env: { METRICS_TOKEN: TOKEN } })
    await server.services.db.destroy()
    expect(await healthOf(server)).toEqual([503, { ...good, database: 'failing', backup: 'failing' }])
  })
})
