import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { checkReads } from './testing-reads.ts'

test('a GET that writes fails, also if the query waits before it; a POST may write, and a GET may read', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table visits (at integer)')
  const app = Fastify()
  checkReads(app)
  app.get('/write', async () => {
    await new Promise(resolve => setTimeout(resolve))
    return db.prepare('insert into "visits" values (1)').run().changes
  })
  app.get('/read', async () => db.prepare('select count(*) as count from visits').all())
  app.post('/write', async () => db.prepare('delete from "visits"').run().changes)
  expect((await app.inject('/write')).json()).toMatchObject({
    statusCode: 500,
    message: expect.stringContaining('GET /write writes to visits'),
  })
  expect((await app.inject('/read')).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/write' })).statusCode).toBe(200)
  db.close()
})
