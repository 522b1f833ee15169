import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const GIVEN = /^[\w.-]{8,64}$/

/**
 * Makes the id under which the log has a request. With a proxy that is trusted, it is the proxy's `X-Request-Id`, so
 * that both logs have the same id. Otherwise it is an id that no other process makes.
 */
export function requestIds(trustsProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers: { 'x-request-id': given } }) => {
    if (trustsProxy && typeof given === 'string' && GIVEN.test(given)) return given
    count += 1
    return `${process}-${count}`
  }
}
