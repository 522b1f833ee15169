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

/** A prepared query. `name`: its column in a statement for several queries. */
type Kind = { name: string; build: (db: Db, json: Hole<string>) => Expression<unknown> }
/** A call of a prepared query. */
type Call = { kind: Kind; row: object }

const kinds: Kind[] = []

/**
 * A query about one row of `given`. On PostgreSQL, calls that wait together become one statement, even if they are of
 * different queries. The query has to select `given.n`: the number of the call to which a row belongs.
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
  const wanted = kinds.filter(kind => byKind.has(kind))
  const { selected, run } = statementFor(wanted)
  const given = selected.map(kind => [kind.name, jsonOf((byKind.get(kind) ?? []).map(({ row }) => row))] as const)
  const [found] = await run(db, Object.fromEntries(given))
  const results: Numbering[][] = calls.map(() => [])
  for (const json of Object.values(found ?? {}))
    for (const row of JSON.parse(json ?? '[]') as Numbering[]) results[row.n]?.push(row)
  return results
})

type Statement = { selected: readonly Kind[]; run: ReturnType<typeof prepareFor> }

/** Statements by the names of their queries. */
const statements = new Map<string, Statement>()

/** After so many uses, a set saves more by its own statement than the planning of the statement costs. */
const FREQUENT = 1000
const MAX_FREQUENT_SETS = 8

/** How often each set of queries without its own statement was used. */
const uses = new Map<string, number>()
let frequentSets = 0

/**
 * A single query and a frequent set of queries have their own statement. All other sets share the statement for all
 * queries, with no rows for the queries that are not in the set. The reason: each connection plans each statement
 * several times, and a thousand different sets of queries may wait together.
 */
function statementFor(wanted: readonly Kind[]): Statement {
  const known = statements.get(keyOf(wanted))
  if (known) return known
  return statementOf(wanted.length === 1 || becomesFrequent(wanted) ? wanted : kinds)
}

function becomesFrequent(wanted: readonly Kind[]): boolean {
  const key = keyOf(wanted)
  const count = (uses.get(key) ?? 0) + 1
  uses.set(key, count)
  if (count < FREQUENT || frequentSets === MAX_FREQUENT_SETS) return false
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
