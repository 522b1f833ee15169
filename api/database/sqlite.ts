import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type Dialect,
  Kysely,
  type LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { databaseStateOf, watchDatabase } from './failures/database-state.ts'
import { reportFirstError } from './failures/first-error.ts'
import { GroupCommit } from './groups/group-commit.ts'
import { type Direct, setDirectRunner } from './prepare.ts'
import type { Db, Tables } from './tables.ts'
import { setGroupCommit } from './transaction-with-lock.ts'

/**
 * Pages in the -wal file (16 MB) before SQLite copies them into the database file. The commit that reaches this number
 * has to wait for the copying. With four times SQLite's default, fewer than one commit in a hundred waits.
 */
const CHECKPOINT_PAGES = 4000

/** Opens or creates the database file. `synchronous` is FULL, so that a confirmed row survives a power cut. */
export function openSqlite(file: string): Db {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  const statements = withStatementCache(database)
  const db = watchDatabase(reportFirstError(nodeSqlite(statements)), dialect => new Kysely<Tables>({ dialect }))
  setGroupCommit(db, new GroupCommit(db))
  setDirectRunner(db.getExecutor().adapter, directOn(db, database, statements))
  return db
}

/** A query outside of a transaction waits for an open transaction: it must not read what may be rolled back. */
function directOn(db: Db, database: DatabaseSync, statements: SqliteDatabase): Direct {
  const state = databaseStateOf(db)
  return ({ sql, parameters, isInTransaction }) => {
    try {
      if (!isInTransaction && database.isTransaction) return undefined
      const statement = statements.prepare(sql)
      if (statement.reader) return statement.all(parameters)
      statement.run(parameters)
      return []
    } catch (error) {
      state.failedQueries += 1
      throw error
    }
  }
}

function nodeSqlite(database: SqliteDatabase): Dialect {
  const dialect = new SqliteDialect({ database })
  dialect.createAdapter = () => new TransactionalDdlAdapter()
  dialect.createQueryCompiler = () => new LiteralLimits()
  return dialect
}

/** SQLite can roll back half a migration, but Kysely's adapter does not say so. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite plans by the value of a limit. If the limit is a parameter, it compiles the statement again each time. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit)) this.append(`limit ${Number(node.limit.value)}`)
    else super.visitLimit(node)
  }
}

const CACHED_STATEMENTS = 500

/** node:sqlite with the interface that Kysely expects. Caching prepared statements doubles the speed of reads. */
function withStatementCache(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = cache.get(sql)
      if (known) return known
      // A deferred transaction that writes after reading can fail as busy without waiting; an immediate one waits its
      // turn.
      const statement = wrap(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (cache.size >= CACHED_STATEMENTS) cache.clear()
      cache.set(sql, statement)
      return statement
    },
  }
}

function wrap(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  return {
    reader: statement.columns().length > 0,
    all: parameters => statement.all(...(parameters as SQLInputValue[])),
    run: parameters => statement.run(...(parameters as SQLInputValue[])),
    iterate: parameters => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
