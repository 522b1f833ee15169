import type { CreateTableBuilder, Kysely } from 'kysely'

/** A table as a short list of columns; `!` means not null. */
export type Columns = Record<string, string>

/** Its output must never change, because existing databases would not get the change. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  columns: Columns,
  primaryKey: string[],
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, kind] of Object.entries(columns)) {
    const type = kind.replace('!', '') as 'text' | 'integer' | 'bigint'
    table = table.addColumn(column, type, definition => (kind.endsWith('!') ? definition.notNull() : definition))
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, primaryKey as [string]).execute()
}
