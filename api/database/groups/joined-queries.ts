import { type Compilable, type Expression, sql } from 'kysely'
import {
  type ColumnTypes,
  type GivenOf,
  givenByJson,
  isPostgres,
  jsonOf,
  prepareMany,
  type RowOf,
} from '../many-rows.ts'
import { type Hole, type Holes, prepare } from '../prepare.ts'
import type { Db } from '../tables.ts'
import { batched } from './batched.ts'

type Numbered<Own extends ColumnTypes> = Own & { n: 'integer' }
type Numbering = { n: number }

/** A query that was prepared. `name` is that of its column in a statement for several of them. */
type Kind = { name: string; build: (db: Db, json: Hole<string>) => Expression<unknown> }
/** A call of it. */
type Call = { kind: Kind; row: object }

const kinds: Kind[] = []

/**
 * A query about one row of `given`. On PostgreSQL, calls that wait together are one statement, also those of different
 * queries. It has to select `given.n`: the number of the call that a row belongs to.
 */
export function prepareJoined<const Own extends ColumnTypes, Row extends Numbering>(
  columns: Own,
  build: (db: Db, given: GivenOf<Numbered<Own>>) => Compilable<Row> & Expression<unknown>,
): (db: Db, row: RowOf<Own>) => Promise<Row[]> {
  const numbered: Numbered<Own> = { ...columns, n: 'integer' }
  const readAlone = prepareMany<Numbered<Own>, Row>(numbered, build)
  const kind: Kind = { name: `q${kinds.length}`, build: (db, json) => build(db, givenByJson(json, numbered)) }
  kinds.push(kind)
  return (db, row) => {
    if (isPostgres(db) && !db.isTransaction) return readJoined(db, { kind, row }) as Promise<Row[]>
    return readAlone(db, [{ ...row, n: 0 } as RowOf<Numbered<Own>>])
  }
}

const readJoined = batched<Call, Numbering[]>(async (db, calls) => {
  const numbered = calls.map(({ kind, row }, n) => ({ kind, row: { ...row, n } }))
  const byKind = Map.groupBy(numbered, ({ kind }) => kind)
  const asked = kinds.filter(kind => byKind.has(kind))
  const { selected, run } = statementFor(asked)
  const given = selected.map(kind => [kind.name, jsonOf((byKind.get(kind) ?? []).map(({ row }) => row))] as const)
  const [found] = await run(db, Object.fromEntries(given))
  const results: Numbering[][] = calls.map(() => [])
  for (const json of Object.values(found ?? {}))
    for (const row of JSON.parse(json ?? '[]') as Numbering[]) results[row.n]?.push(row)
  return results
})

type Statement = { selected: readonly Kind[]; run: ReturnType<typeof prepareFor> }

/** By the names of their queries. */
const statements = new Map<string, Statement>()

/** What a set saves by then is more than what its own statement costs to plan. */
const FREQUENT = 1000
const MOST_FREQUENT_SETS = 8

/** How often each set of queries without a statement of its own was asked. */
const uses = new Map<string, number>()
let frequentSets = 0

/**
 * A query alone and a frequent set of queries have a statement of their own. Others share the one for all queries,
 * where the rest is empty: each connection plans a statement several times, and there are a thousand sets of queries
 * that may wait together.
 */
function statementFor(asked: readonly Kind[]): Statement {
  const known = statements.get(keyOf(asked))
  if (known) return known
  return statementOf(asked.length === 1 || becomesFrequent(asked) ? asked : kinds)
}

function becomesFrequent(asked: readonly Kind[]): boolean {
  const key = keyOf(asked)
  const count = (uses.get(key) ?? 0) + 1
  uses.set(key, count)
  if (count < FREQUENT || frequentSets === MOST_FREQUENT_SETS) return false
  frequentSets += 1
  return true
}

function statementOf(set: readonly Kind[]): Statement {
  const key = keyOf(set)
  const statement = statements.get(key) ?? { selected: [...set], run: prepareFor(set) }
  statements.set(key, statement)
  return statement
}

function keyOf(set: readonly Kind[]): string {
  return set.map(({ name }) => name).join()
}

/** Selects one row, with the rows of each query as one text, because each has other columns. */
function prepareFor(kinds: readonly Kind[]) {
  return prepare((db, given: Holes<Record<string, string>>) =>
    db.selectNoFrom(
      kinds.map(({ name, build }) =>
        sql<
          string | null
        >`(select cast(json_agg(part) as text) from ${build(db, given[name] as Hole<string>)} as part)`.as(name),
      ),
    ),
  )
}
