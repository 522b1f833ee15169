import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '../../contract/calls/api-error.ts'
import { publishCourse } from '../../contract/organisation/course-versions.ts'
import { sendError } from '../http/api-error.ts'
import { onEachDatabase } from '../testing.ts'
import { serveAct } from './serve-act.ts'

onEachDatabase('An act with slow work before its transaction', start => {
  test('a repeat that finds everything changed by the first request gets the reply of that one', async () => {
    const { db } = (await start()).services
    const firstIsDone = Promise.withResolvers<void>()
    const repeatHasBegun = Promise.withResolvers<void>()
    let prepared = 0
    const route = serveAct({ db, now: () => 1 }, publishCourse, {
      locks: () => [],
      prepare: async () => {
        prepared += 1
        if (prepared === 1) return repeatHasBegun.promise
        repeatHasBegun.resolve()
        await firstIsDone.promise
        throw new ApiError('courses/changed-meanwhile')
      },
      work: async () => ({ result: { version: 2 }, lines: [] }),
      after: () => firstIsDone.resolve(),
      reply: data => ({ success: true, data }),
    })
    const app = Fastify()
    onTestFinished(() => app.close())
    app.setErrorHandler(sendError)
    const omar = { uid: 'omar', sessionId: 'a', signedInAt: 1, phoneNumber: null, email: null }
    app.route(route({ authenticate: async () => omar, authorize: async () => 'everybody' } as never))
    const publish = async (key: string) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/org/v1/courses/tea/publish',
        headers: { authorization: 'Bearer token', 'idempotency-key': key },
        payload: { to: 'everybody', revision: 1, version: 1 },
      })
      return [statusCode, JSON.parse(body).data ?? JSON.parse(body).error.code]
    }
    const press = randomUUID()
    expect(await Promise.all([publish(press), publish(press)])).toEqual([
      [200, { version: 2 }],
      [200, { version: 2 }],
    ])
    expect(await publish(randomUUID()), 'another press').toEqual([409, 'courses/changed-meanwhile'])
  })
})
