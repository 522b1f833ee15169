import type { RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { MINUTE } from '../../../contract/time.ts'
import { writtenError } from '../api-error.ts'

/** With more calls at once in a process, the last ones would wait for more than a second on a small machine. */
const MAX_CALLS = 500
const MAX_TURN_MS = 400
/** Clients that do not obey Retry-After would take the time of others if they were refused at once. */
const REFUSED_AFTER_MS = 800
const RETRY_AFTER_SECONDS = 5

type Deps = {
  /** How many calls use no time at present: long polls that wait for news, and calls that will be refused. */
  waitingCalls: () => number
  warn: (context: object, message: string) => void
  mostCalls?: number
  longestTurnMs?: number
}

/**
 * Adds the routes of calls, which are refused while more arrive than this process can answer. Otherwise each call would
 * wait longer than the call before, until phones give up and ask again. In an overload two queues grow: calls that wait
 * for the database, and calls that wait on their sockets. The first is counted. The second shows by long turns: in one
 * turn of its event loop Node begins all calls that have arrived, so a call that begins late in a turn has waited since
 * the turn began. One long turn is no overload: a single piece of work can have held it up.
 */
export function serveWithLoadShedding(
  app: FastifyInstance,
  routes: readonly RouteOptions[],
  { waitingCalls, warn, mostCalls = MAX_CALLS, longestTurnMs = MAX_TURN_MS }: Deps,
): void {
  const beginnings = new Set(routes.map(({ url }) => beginningOf(url)))
  let callsUnderWay = 0
  let turnBeganAt: number | undefined
  let wasLastTurnLong = false
  let refused = 0

  // Refuses a call before Fastify gets it: a refusal must cost little, because there are many.
  const [answer] = app.server.listeners('request') as [RequestListener]
  app.server.removeListener('request', answer)
  app.server.on('request', (request, response) => {
    if (isOverloaded() && beginnings.has(beginningOf(request.url ?? ''))) refuse(response)
    else answer(request, response)
  })
  for (const { handler, ...route } of routes)
    app.route({
      ...route,
      async handler(request: FastifyRequest, reply: FastifyReply) {
        callsUnderWay += 1
        try {
          return await handler.call(this, request, reply)
        } finally {
          callsUnderWay -= 1
        }
      },
    })

  function isOverloaded(): boolean {
    if (turnBeganAt === undefined) {
      turnBeganAt = performance.now()
      setImmediate(endTurn)
    }
    return callsUnderWay - waitingCalls() >= mostCalls || (wasLastTurnLong && isTurnLong())
  }

  function isTurnLong(): boolean {
    return turnBeganAt !== undefined && performance.now() - turnBeganAt > longestTurnMs
  }

  function endTurn(): void {
    wasLastTurnLong = isTurnLong()
    turnBeganAt = undefined
  }

  function refuse(response: ServerResponse): void {
    countRefused()
    setTimeout(() => response.writeHead(503, REFUSAL.headers).end(REFUSAL.body), REFUSED_AFTER_MS)
  }

  function countRefused(): void {
    refused += 1
    if (refused > 1) return
    warn({}, 'more calls arrive than this process can answer, some are refused')
    setTimeout(() => {
      warn({ refused }, 'calls were refused in the last minute')
      refused = 0
    }, MINUTE).unref()
  }
}

/** '/messenger/v2' of '/messenger/v2/getUpdates'. Pages, their files and media begin otherwise. */
function beginningOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('/', 1) + 1))
}

/** Made once, because there are many refusals. */
const REFUSAL = writtenError(new ApiError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }))
