import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { MINUTE } from '../../../contract/time.ts'

/** As long as reverse proxies wait. A phone in a tunnel is back before that, and a player that pauses asks again. */
const STALLED_MS = MINUTE

/**
 * Ends a connection if its client reads nothing for a minute while a response waits. Otherwise clients that never read
 * would hold sockets and open files for ever. A slow client may read on: Node's timer fires only if no byte has gone
 * out meanwhile. A response that has not begun, such as a long poll, may take its time.
 */
export function endSlowReaders(app: FastifyInstance, { stalledMs = STALLED_MS } = {}): void {
  let sentThisTurn: ServerResponse[] = []
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    if (sentThisTurn.push(raw) === 1) setImmediate(watchUnfinished)
    done()
  })

  /** The system takes most responses at once. Only the others need a timer, which costs a tenth of a small request. */
  function watchUnfinished(): void {
    for (const response of sentThisTurn) if (!response.writableFinished) endOnceStalled(response)
    sentThisTurn = []
  }

  function endOnceStalled(response: ServerResponse): void {
    response.setTimeout(stalledMs, () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy()
    })
  }
}
