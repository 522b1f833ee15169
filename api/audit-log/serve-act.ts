import type { Transaction } from 'kysely'
import type { Endpoint, Reply } from '../../contract/calls/endpoint.ts'
import { idempotent, replayOf } from '../database/idempotent.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { type Handler, type Route, serve } from '../http/serve.ts'
import { type ActResult, AUDIT_LOCK, addLine } from './audit-log.ts'

export type SignedInCall = Endpoint & { signedIn: true; headers: readonly ['Idempotency-Key'] }
type Visit<E extends SignedInCall> = Parameters<Handler<E>>[0]

export type AuditedAct<E extends SignedInCall, Result, Prepared = undefined> = {
  locks: (visit: Visit<E>) => readonly string[] | Promise<readonly string[]>
  /**
   * The part of a request that must be the same in all requests with one key; by default all that was sent. Its plain
   * hash is stored, so a passphrase that a person chose must not be in it.
   */
  request?: (visit: Visit<E>) => object
  /** Throws if this person may not do this. Runs before all else, also when a request is repeated. */
  before?: (visit: Visit<E>, now: number) => Promise<void>
  /**
   * Runs before the transaction, not when a request is repeated. It counts a try, for example: what it writes stays
   * even if the act fails.
   */
  beforeFirst?: (visit: Visit<E>, now: number) => Promise<void>
  /** Slow work that needs no transaction. It does not run when a request is repeated. */
  prepare?: (visit: Visit<E>, now: number) => Promise<Prepared>
  /** Runs the act, and returns its result and its log lines. */
  work: (trx: Transaction<Tables>, visit: Visit<E>, now: number, prepared: Prepared) => Promise<ActResult<Result>>
  /** Runs after the commit, not when a request is repeated. */
  after?: (result: Result, visit: Visit<E>) => unknown
  /** Runs when a request is repeated. The process may have ended before `after`. */
  afterRepeat?: (result: Result, visit: Visit<E>) => unknown
  /** Makes the reply from the result at each request, so a secret that only the reply has is not stored. */
  reply: (result: Result, visit: Visit<E>) => Reply<E>
}

/**
 * Serves a call that changes something for other people: in one transaction, once for an `Idempotency-Key`, with its
 * log lines.
 */
export function serveAct<const E extends SignedInCall, Result, Prepared = undefined>(
  { db, now }: { db: Db; now: () => number },
  endpoint: E,
  {
    locks,
    request: requestIn,
    before,
    beforeFirst,
    prepare,
    work,
    after,
    afterRepeat,
    reply,
  }: AuditedAct<E, Result, Prepared>,
): Route {
  return serve(endpoint, (async (visit: Visit<E>) => {
    const { user, params, body, headers } = visit as Visit<E> & { user: { uid: string } }
    const request = { call: endpoint.path, ...(requestIn?.(visit) ?? { params, body }) }
    const act = { uid: user.uid, key: idempotencyKeyIn(headers), request, now: now() }
    await before?.(visit, act.now)
    const isRepeated = async () => (await replayOf(db, act)) !== undefined
    if (beforeFirst && !(await isRepeated())) await beforeFirst(visit, act.now)
    let prepared = undefined as Prepared
    if (prepare && !(await isRepeated())) {
      try {
        prepared = await prepare(visit, act.now)
      } catch (error) {
        // The first request of this press may have ended meanwhile, and changed what was read here.
        if (!(await isRepeated())) throw error
      }
    }
    let isNew = false
    const result = await transactionWithLock(db, [AUDIT_LOCK, ...(await locks(visit))], trx =>
      idempotent(trx, act, async () => {
        const done = await work(trx, visit, act.now, prepared)
        for (const line of done.lines) await addLine(trx, { uid: user.uid, side: 'browser' }, line, act.now)
        isNew = true
        return done.result
      }),
    )
    await (isNew ? after : afterRepeat)?.(result, visit)
    return reply(result, visit)
  }) as unknown as Handler<E>)
}
