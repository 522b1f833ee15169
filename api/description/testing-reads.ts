import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { StatementSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { GroupCommit } from '../database/groups/group-commit.ts'

/** Tables that a GET may write to, each with the reason. */
const ANY_GET: Record<string, string> = {
  limits: 'Counts the requests.',
  audit_log: 'Says who read what.',
  settings: 'Has the last line of the audit log.',
}

const MAY_WRITE: Record<string, string> = {
  'GET /disciple/v2/lessons/:lessonId/file writes to media_hashes': 'Keeps the hashes of a file that never changes.',
  'GET /disciple/v2/courses/step-by-step writes to users':
    'The first call with a token of Firebase notes the phone number or the e-mail address in it.',
  'GET /org/v1/courses/:id/draft/changes writes to course_authors': 'The first time, the author gets an id.',
  'GET /org/v1/courses/:id/draft/changes writes to draft_places': 'Says where the author is, as long as they wait.',
  'GET /org/v1/courses writes to course_drafts': 'Keeps what a check found, so that the next one need not look again.',
  'GET /org/v1/courses/:id/draft/check writes to course_drafts': 'As above.',
}

/** The tables to which the present GET has written. */
const written = new AsyncLocalStorage<Set<string>>()

/**
 * Fails a GET of a test that writes to the database: browsers and proxies repeat a GET as they like, and a page sends
 * some before anybody pressed anything. It sees the statements of SQLite only; most tests run on that, too.
 */
export function checkReads(app: FastifyInstance): void {
  watchStatements()
  app.addHook('onRequest', ({ method }, _, done) => {
    if (method === 'GET') written.run(new Set(), done)
    else done()
  })
  app.addHook('onSend', async ({ routeOptions }) => {
    const writes = [...(written.getStore() ?? [])].map(table => `GET ${routeOptions.url} writes to ${table}`)
    const wrong = writes.find(write => !(write in MAY_WRITE))
    if (wrong)
      throw new Error(`${wrong}: make it a POST, or give a reason in MAY_WRITE (api/description/testing-reads.ts)`)
  })
}

const WRITE = /^\s*(?:insert into|update|delete from) "?(\w+)/i

let isWatching = false

function watchStatements(): void {
  if (isWatching) return
  isWatching = true
  for (const verb of ['run', 'all'] as const) {
    const original = StatementSync.prototype[verb]
    StatementSync.prototype[verb] = function (this: StatementSync, ...values: never[]) {
      const table = WRITE.exec(this.sourceSQL)?.[1]
      if (table && !(table in ANY_GET)) written.getStore()?.add(table)
      return Reflect.apply(original, this, values)
    }
  }
  // Requests can share a commit. This counts each write for the request that sent it.
  const { run } = GroupCommit.prototype
  GroupCommit.prototype.run = function (this: GroupCommit, work) {
    return run.call(this, AsyncResource.bind(work)) as never
  }
}
