import { type Compilable, type CompiledQuery, type DialectAdapter, type Expression, ValueNode } from 'kysely'
import type { Db } from './tables.ts'

/** A placeholder for a value that is known only when the statement runs. Code cannot compute with it. */
export type Hole<T> = Expression<T>

export type Holes<Values> = { [Name in keyof Values]: Hole<Values[Name]> }

/**
 * A statement that is built and compiled once and runs with new values each time, because building takes longer than
 * running. For the statements of every message and every long poll. Each call must pass the same names.
 */
export function prepare<Values extends object, Row>(
  build: (db: Db, holes: Holes<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const known = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  const compiledFor = (db: Db, values: Values) => {
    const { adapter } = db.getExecutor()
    let compiled = known.get(adapter)
    if (!compiled) {
      compiled = build(db, holesFor(values)).compile()
      known.set(adapter, compiled)
    }
    return compiled
  }
  return async (db, values) => {
    const compiled = compiledFor(db, values)
    const parameters = compiled.parameters.map(value =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    const { adapter } = db.getExecutor()
    const known = directs.get(adapter)?.({ sql: compiled.sql, parameters, isInTransaction: db.isTransaction })
    if (known) return known as Row[]
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

type Statement = { sql: string; parameters: readonly unknown[]; isInTransaction: boolean }

/** Runs a statement at once. Undefined: it has to wait for a transaction. */
export type Direct = (statement: Statement) => readonly unknown[] | undefined

const directs = new WeakMap<DialectAdapter, Direct>()

/** Runs prepared statements on this database without Kysely, which costs more than a small query. */
export function setDirectRunner(adapter: DialectAdapter, direct: Direct): void {
  directs.set(adapter, direct)
}

class Placeholder implements Expression<unknown> {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  get expressionType(): undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }
}

function holesFor<Values extends object>(values: Values): Holes<Values> {
  const holes: object = Object.fromEntries(Object.keys(values).map(name => [name, new Placeholder(name)]))
  return holes as Holes<Values>
}
