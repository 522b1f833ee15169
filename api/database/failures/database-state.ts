import type { DatabaseConnection, Dialect } from 'kysely'
import type { Db } from '../tables.ts'

type Pool = { totalCount: number; idleCount: number; waitingCount: number }
/** `pool`: the connections to PostgreSQL. SQLite has none. */
type Known = { failedQueries: number; pool?: Pool }

const known = new WeakMap<Db, Known>()

/** Returns what a process knows of its database: queries that failed since the start, and its connections. */
export function databaseStateOf(db: Db): Known {
  return known.get(db) ?? { failedQueries: 0 }
}

/** Counts failed queries, and failed tries to get a connection. `open` makes the database of the dialect. */
export function watchDatabase<D extends Dialect>(dialect: D, open: (dialect: D) => Db, pool?: Pool): Db {
  const state: Known = { failedQueries: 0, ...(pool ? { pool } : {}) }
  const counted = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      state.failedQueries += 1
      throw error
    })
  const watched = new WeakSet<DatabaseConnection>()
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async options => {
      const connection = await counted(acquire(options))
      if (watched.has(connection)) return connection
      watched.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = (query, options) => counted(execute(query, options))
      return connection
    }
    return driver
  }
  const db = open(dialect)
  known.set(db, state)
  return db
}
