import type { Dialect } from 'kysely'

/**
 * A failing rollback must not hide why the transaction failed. SQLite has often rolled back by itself, as on a full
 * disk. Kysely drops a PostgreSQL connection whose rollback fails.
 */
export function reportFirstError<D extends Dialect>(dialect: D): D {
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => {
    const driver = createDriver()
    const rollback = driver.rollbackTransaction.bind(driver)
    driver.rollbackTransaction = connection => rollback(connection).catch(() => {})
    return driver
  }
  return dialect
}
