import { type Compilable, PostgresAdapter, sql } from 'kysely'
import { type Hole, type Holes, prepare } from './prepare.ts'
import type { Db } from './tables.ts'

/** `?` means that the value may be null. */
type SqlType = 'text' | 'text?' | 'bigint' | 'bigint?' | 'integer' | 'integer?'
export type ColumnTypes = Record<string, SqlType>
type ValueOf<Type extends SqlType> =
  | (Type extends `text${string}` ? string : number)
  | (Type extends `${string}?` ? null : never)
export type RowOf<Own extends ColumnTypes> = { [Name in keyof Own]: ValueOf<Own[Name]> }
/** The table `given`, to select from. */
export type GivenOf<Own extends ColumnTypes> = ReturnType<typeof givenByValues<Own>>

/**
 * A statement about the rows of a table `given`, built and compiled once. PostgreSQL gets all rows as one value and
 * runs it once, because each statement is a round trip. SQLite, in this process, runs it for each row. `common`: values
 * that are the same for all rows.
 */
export function prepareMany<const Own extends ColumnTypes, Row, Common extends object = object>(
  columns: Own,
  build: (db: Db, given: GivenOf<Own>, common: Holes<Common>) => Compilable<Row>,
): (db: Db, rows: readonly RowOf<Own>[], common?: Common) => Promise<Row[]> {
  const withJson = prepare((db, { json, ...common }: Holes<{ json: string } & Common>) =>
    build(db, givenByJson(json, columns), common as unknown as Holes<Common>),
  )
  const withValues = prepare((db, values: Holes<RowOf<Own> & Common>) =>
    build(db, givenByValues(values, columns), values),
  )
  return async (db, rows, common) => {
    if (rows.length === 0) return []
    if (isPostgres(db)) return withJson(db, { json: jsonOf(rows), ...(common as Common) })
    const found: Row[] = []
    for (const row of rows) {
      const values = common ? { ...row, ...common } : (row as RowOf<Own> & Common)
      for (const one of await withValues(db, values)) found.push(one)
    }
    return found
  }
}

/**
 * PostgreSQL plans for a hundred rows in any JSON, and for a hundred it would read a whole table of up to 20,000 users,
 * even if one user is given. If the rows have a limit that it cannot know beforehand, it plans for a tenth of them. The
 * limit null is no limit.
 */
export function givenByJson<Own extends ColumnTypes>(json: Hole<string>, columns: Own) {
  const typed = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type.replace('?', ''))}`),
  )
  const all = sql`select ${refsOf(columns)} from json_to_recordset(cast(${json} as json)) as listed(${typed})`
  return sql<RowOf<Own>>`(${all} limit (select cast(null as bigint)))`.as<'given'>(sql`given`)
}

function givenByValues<Own extends ColumnTypes>(values: Holes<RowOf<Own>>, columns: Own) {
  const named = sql.join(namesOf(columns).map(name => sql`${values[name]} as ${sql.ref(name)}`))
  return sql<RowOf<Own>>`(select ${named})`.as<'given'>(sql`given`)
}

/** PostgreSQL rejects JSON with half of a surrogate pair. */
export function jsonOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  if (!HALF_PAIR.test(json)) return json
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? Buffer.from(value).toString() : value))
}

const HALF_PAIR = /\\ud[89a-f]/

/** All columns of the given rows, to be inserted. */
export function selectAllOf<Own extends ColumnTypes>(db: Db, given: GivenOf<Own>, columns: Own) {
  return (
    db
      .selectFrom(given)
      .select(namesOf(columns).map(name => sql.ref(`given.${name}`).as(name)))
      // Without a condition SQLite would read `on conflict` as a part of the query.
      .where(sql.lit(true))
  )
}

function refsOf(columns: ColumnTypes) {
  return sql.join(namesOf(columns).map(name => sql.ref(name)))
}

export function namesOf<Own extends ColumnTypes>(columns: Own): (keyof Own & string)[] {
  return Object.keys(columns)
}

/** The rows of a subquery as one text: a JSON array with an array of these columns for each row; null without rows. */
export function rowsAsJson(db: Db, columns: readonly string[]) {
  const all = sql.join(columns.map(name => sql.ref(name)))
  if (isPostgres(db)) return sql<string | null>`cast(json_agg(json_build_array(${all})) as text)`
  return sql<string | null>`json_group_array(json_array(${all}))`
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
