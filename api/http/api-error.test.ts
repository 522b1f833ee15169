import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ApiError } from '../../contract/calls/api-error.ts'
import { sendError } from './api-error.ts'

test('the log has the whole reason why another service failed', async () => {
  const app = Fastify()
  const logged: unknown[] = []
  app.addHook('onRequest', async request => {
    request.log.error = ((fields: unknown) => void logged.push(fields)) as typeof request.log.error
  })
  app.decorateRequest('errorCode', '')
  app.setErrorHandler(sendError)
  app.get('/', async () => {
    const network = Object.assign(new Error('getaddrinfo ENOTFOUND sms.example'), { code: 'ENOTFOUND' })
    const cause = new TypeError('fetch failed', { cause: network })
    throw Object.assign(new ApiError('unavailable'), { cause })
  })
  await app.inject('/')
  expect(logged).toMatchObject([{ error: { cause: 'fetch failed: getaddrinfo ENOTFOUND sms.example' } }])
})
