import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type ColumnMetadata, type Kysely, sql, type TableMetadata } from 'kysely'
import { expect, test } from 'vitest'
import { isPostgres } from '../../database/many-rows.ts'
import type { Db } from '../../database/tables.ts'
import { insertMentor } from '../../mentors/mentors.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { register } from '../../testing-people.ts'
import { mergeAccounts } from '../merge/merge.ts'
import { eraseNow } from './erase.ts'
import { ownData } from './own-data.ts'
import { filesIn } from './testing-zip.ts'

const NOURA = '+971501234567'

/** A server deletes expired sign-ins as soon as it starts, so no row of a test may have expired. */
const IN_AN_HOUR = Date.now() + 3_600_000

/** Tables that hold the account itself. */
const OF_THE_ACCOUNT = ['users', 'closed_accounts']

/** Rows that a merge deletes instead of moving, each with its reason. */
const ENDED_BY_MERGE: Record<string, string> = {
  sessions: 'the account that stays has its own',
  passwords: 'an account with a phone alone has none',
  reset_links: 'an account with a phone alone has none',
  email_changes: 'an account with a phone alone has no address to change',
  push_told: 'the next message is told again',
}

/** Tables in which a merge may join two rows, each with its reason. */
const JOINED_BY_MERGE: Record<string, string> = {
  waits: 'of two open waits for the same thing, the earlier one goes on',
}

/** Tables whose rows never change, so a merge or an erasure leaves the random uid there. */
const KEPT_AS_WRITTEN: Record<string, string> = {
  audit_log: 'each line is part of the hash of the next one',
}

/** Tables that a download leaves out, each with its reason. */
const NOT_DOWNLOADED: Record<string, string> = {
  passwords: 'a secret',
  reset_links: 'a secret',
  email_changes: 'a request of minutes, and its secret',
  idempotency_keys: 'answers to calls, whose effects are downloaded',
  push_told: 'a pause between notifications',
  conversations: 'counts and times of the messages, which are downloaded',
}

/** Columns whose format the code needs; all others accept any text or number. */
const FORMS: Record<string, string> = { endpoint: 'https://push.example/1', language: 'ar' }

// The test fills new tables by itself, so nobody can forget to erase, to merge or to export their rows.
onEachDatabase('Tables with an owner', start => {
  test('keep each row of either account in a merge, however little its key differs from another', async () => {
    const { server, uid } = await startWithNoura()
    const { db } = server.services
    const { uid: stays } = await register(server.origin, 'noura@example.org', 'step by step 1')
    const tables = changing(await ownedTables(db)).filter(
      ({ name }) => !(name in ENDED_BY_MERGE || name in JOINED_BY_MERGE),
    )
    const rows = new Map<string, number>()
    for (const table of tables) {
      const keys = (await keyOf(db, table.name)).filter(name => !isOwner({ name }))
      await fill(db, table, uid)
      for (const key of keys) await fill(db, table, stays, key)
      if (keys.length > 0) rows.set(table.name, keys.length + 1)
    }
    await mergeAccounts(db, { uid: stays, phoneUid: uid, phoneNumber: NOURA }, settingOf(server))
    const kept = new Map<string, number>()
    for (const name of rows.keys()) kept.set(name, await countOf(db, name))
    expect(kept).toEqual(rows)
  })

  test('have no row of Noura after her account is erased', async () => {
    const { server, uid } = await startWithNoura()
    const tables = await fillTables(server, uid)
    await eraseNow(server.services.db, uid, settingOf(server))
    expect(await tablesWith(server, changing(tables), uid), adviceTo('erase')).toEqual([])
  })

  test('do not name her former account after a merge, and the remaining account has their rows', async () => {
    const { server, uid } = await startWithNoura()
    const { uid: stays } = await register(server.origin, 'noura@example.org', 'step by step 1')
    const tables = await fillTables(server, uid)
    // With the same keys, so a row that is moved may meet one that is there.
    await fillTables(server, stays)
    await mergeAccounts(server.services.db, { uid: stays, phoneUid: uid, phoneNumber: NOURA }, settingOf(server))
    expect(await tablesWith(server, changing(tables), uid), adviceTo('move')).toEqual([])
    const moved = changing(tables).filter(({ name }) => !(name in ENDED_BY_MERGE))
    expect(await tablesWith(server, moved, stays)).toEqual(moved.map(({ name }) => name))
  })

  test('are all in her download', async () => {
    const { server, uid } = await startWithNoura()
    const missing = []
    for (const table of await ownedTables(server.services.db)) {
      const before = await downloadOf(server, uid)
      await fill(server.services.db, table, uid)
      if ((await downloadOf(server, uid)) === before) missing.push(table.name)
    }
    expect(missing.toSorted(), adviceTo('collect')).toEqual(Object.keys(NOT_DOWNLOADED).toSorted())
  })

  test('and all others are in docs/privacy.md', async () => {
    const { services } = await start()
    const privacy = readFileSync('docs/privacy.md', 'utf8')
    const rows = privacy
      .split('\n')
      .filter(line => line.startsWith('|'))
      .join('\n')
    const isNamedIn = (text: string) => (table: TableMetadata) => text.includes(`\`${table.name}\``)
    const tables = (await services.db.introspection.getTables()).filter(({ name }) => !name.startsWith('kysely_'))
    const undocumented = tables.filter(table => !isNamedIn(privacy)(table)).map(({ name }) => name)
    expect(undocumented, 'name each table in docs/privacy.md').toEqual([])
    const owned = tables.filter(({ columns }) => columns.some(isOwner))
    const withoutRow = owned.filter(table => !isNamedIn(rows)(table)).map(({ name }) => name)
    expect(withoutRow, 'give each table with an owner a row in the table of docs/privacy.md').toEqual([])
  })

  async function startWithNoura() {
    const server = await start()
    // The test rows name the mentor with the id 1.
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    const { uid } = await server.signIn(NOURA)
    return { server, uid }
  }
})

function adviceTo(verb: 'collect' | 'move' | 'erase'): string {
  return `${verb} these tables in the PersonalData of their noun (listed in api/personal-data-sources.ts)`
}

function settingOf({ services: { personalDataSources, identity }, clock }: TestServer) {
  return { personalDataSources, accounts: identity.accounts, now: clock.now() }
}

async function fillTables(server: TestServer, uid: string): Promise<TableMetadata[]> {
  const tables = await ownedTables(server.services.db)
  for (const table of tables) await fill(server.services.db, table, uid)
  return tables
}

async function ownedTables(db: Db): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables()
  const owned = tables.filter(({ name, columns }) => !OF_THE_ACCOUNT.includes(name) && columns.some(isOwner))
  return owned.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function changing(tables: TableMetadata[]): TableMetadata[] {
  return tables.filter(({ name }) => !(name in KEPT_AS_WRITTEN))
}

function isOwner({ name }: Pick<ColumnMetadata, 'name'>): boolean {
  return name === 'uid' || name.endsWith('_uid')
}

/** `other`: a column that gets a different value. */
async function fill(db: Db, { name, columns }: TableMetadata, uid: string, other?: string): Promise<void> {
  const filled = columns.filter(column => isOwner(column) || !column.isNullable)
  const value = (column: ColumnMetadata) => {
    if (isOwner(column)) return uid
    const usual = valueFor(column)
    if (column.name !== other) return usual
    return typeof usual === 'number' ? usual + 1 : usual.replace('x', 'y')
  }
  const row = Object.fromEntries(filled.map(column => [column.name, value(column)]))
  await anyTable(db)
    .insertInto(name)
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

function valueFor({ name, dataType }: ColumnMetadata): string | number {
  if (!/int/i.test(dataType)) return FORMS[name] ?? '"x"'
  return name.endsWith('_at') ? IN_AN_HOUR : 1
}

/** The names of the tables in which a row names this account. */
async function tablesWith({ services: { db } }: TestServer, tables: TableMetadata[], uid: string): Promise<string[]> {
  const found = []
  for (const { name, columns } of tables) {
    const owners = columns.filter(isOwner)
    const query = anyTable(db).selectFrom(name).selectAll()
    const rows = await query.where(({ or, eb }) => or(owners.map(owner => eb(owner.name, '=', uid)))).execute()
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Reads a download without its files: the rows of this test name none. */
async function downloadOf(
  { services: { db, personalDataSources } }: TestServer,
  uid: string,
): Promise<string | undefined> {
  const withoutFiles = personalDataSources.map(source => ({
    ...source,
    collect: async (_: Db, owner: string) => ({ json: (await source.collect(db, owner)).json }),
  }))
  const zip = await buffer(await ownData(db, withoutFiles, uid, 1))
  return (await filesIn(zip))['data.json']?.toString()
}

/** The columns of its primary key. */
async function keyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await (isPostgres(db)
    ? sql<{
        name: string
      }>`select column_name as name from information_schema.key_column_usage where table_name = ${table}`
    : sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`
  ).execute(db)
  return rows.map(({ name }) => name)
}

async function countOf(db: Db, table: string): Promise<number> {
  const { count } = await anyTable(db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function anyTable(db: Db): Kysely<Record<string, Record<string, unknown>>> {
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>
}
