import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { newerBuild } from './newer-build.ts'

/** Far longer than a slow phone needs to write. Some browsers leave a transaction waiting for ever. */
const LIMIT_MS = 4000

type Work<Schema extends DBSchema, Mode extends IDBTransactionMode, T> = (
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], Mode>,
) => Promise<T>

/** The transaction was aborted because the page is being hidden: it is repeated when the page is shown. */
class Hidden extends Error {}

/** These functions are called when the page is hidden. */
const leaving = new Set<() => void>()
let shown: Promise<unknown> = Promise.resolve()

// WebKit freezes a page that somebody leaves. A transaction that is open then blocks all writing of the origin until
// the frozen page is gone. So no transaction is open when a page is left, and none begins.
globalThis.addEventListener?.('pagehide', () => {
  shown = new Promise(resolve => addEventListener('pageshow', resolve, { once: true }))
  for (const leave of leaving) leave()
})

/**
 * A database in this browser, opened when it is needed. Returns a function that runs one transaction. It rejects if the
 * browser does not answer in time; then nothing is written, unless the commit had already begun. `upgrade` may add
 * stores and indexes, but must not change any: a tab of the version before still writes. `onOpened` is called before
 * anything is read or written over a new connection. It must not start a transaction: the page may be left at that
 * moment.
 */
export function phoneDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (db: IDBPDatabase<Schema>, from: number) => void,
  onOpened: (db: IDBPDatabase<Schema>) => void = () => {},
) {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  let hadOurVersion = false

  function close(): void {
    opened?.then(
      db => db.close(),
      () => {},
    )
    opened = undefined
  }
  leaving.add(close)

  function open(): Promise<IDBPDatabase<Schema>> {
    if (!opened) {
      opened = connect()
      opened.catch(close)
    }
    return opened
  }

  async function connect(): Promise<IDBPDatabase<Schema>> {
    // Closes at once for another tab that upgrades or deletes the database, so that it need not wait for this page.
    const options = { upgrade, blocking: close, terminated: close }
    let db: IDBPDatabase<Schema>
    try {
      db = await openDB<Schema>(name, version, options)
      hadOurVersion = true
    } catch (reason) {
      if ((reason as Error).name !== 'VersionError') throw reason
      // A newer build has upgraded the database. An upgrade only adds stores, so that build finds what this one writes.
      // If the upgrade was before this page, the server may be back at an earlier build, and a reload would not help
      // (decision 060).
      if (hadOurVersion) newerBuild.noticed()
      db = await openDB<Schema>(name, undefined, options)
    }
    onOpened(db)
    return db
  }

  async function attempt<Mode extends IDBTransactionMode, T>(
    mode: Mode,
    stores: StoreNames<Schema>[],
    work: Work<Schema, Mode, T>,
    options?: IDBTransactionOptions,
  ): Promise<T> {
    let abort: (() => void) | undefined
    let isOver = false
    let end = (_reason: Error) => {}
    const ended = new Promise<never>((_, reject) => {
      end = reject
    })
    async function finish(mayBeClosed = true): Promise<T> {
      await shown
      const db = await open()
      if (isOver) throw new Error('Too late to begin')
      let transaction: IDBPTransaction<Schema, StoreNames<Schema>[], Mode>
      try {
        transaction = db.transaction(stores, mode, options)
      } catch (reason) {
        // Another tab's upgrade, or the browser, may just have closed the connection: it is opened again, once.
        if (!mayBeClosed || (reason as Error).name !== 'InvalidStateError') throw reason
        close()
        return finish(false)
      }
      abort = () => transaction.abort()
      const [result] = await Promise.all([work(transaction), transaction.done])
      return result
    }
    function leave(): void {
      try {
        abort?.()
        end(new Hidden())
      } catch {
        // The browser is committing, which needs nothing more from this page.
      }
    }
    const timer = setTimeout(() => {
      end(new Error(`The database ${name} does not answer`))
      close()
      try {
        abort?.()
      } catch {
        // The browser is committing: the writes may still come.
      }
    }, LIMIT_MS)
    leaving.add(leave)
    try {
      return await Promise.race([finish(), ended])
    } finally {
      isOver = true
      clearTimeout(timer)
      leaving.delete(leave)
    }
  }

  return async function run<Mode extends IDBTransactionMode, T>(
    mode: Mode,
    stores: StoreNames<Schema>[],
    work: Work<Schema, Mode, T>,
    options?: IDBTransactionOptions,
  ): Promise<T> {
    for (;;) {
      try {
        return await attempt(mode, stores, work, options)
      } catch (error) {
        if (!(error instanceof Hidden)) throw error
      }
    }
  }
}
