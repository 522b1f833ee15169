import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Db } from './tables.ts'

/**
 * A statement that is put together and compiled once, and executed with other values each time. For what every message and every
 * wait asks: putting it together takes longer than answering it. `build` is given places in the stead of values, so the
 * statement cannot depend on them; a list of values, which may be longer or shorter, is none.
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const known = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  const compiledFor = (db: Db) => {
    const { adapter } = db.getExecutor()
    let compiled = known.get(adapter)
    if (!compiled) {
      compiled = build(db, placeholders as Values).compile()
      known.set(adapter, compiled)
    }
    return compiled
  }
  return async (db, values) => {
    const compiled = compiledFor(db)
    const parameters = compiled.parameters.map(value => (value instanceof Placeholder ? values[value.name] : value))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
