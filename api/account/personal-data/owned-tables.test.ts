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

const ID = 'an id or a number that only the program uses'
const SECRET = 'a secret, or a key'
const OF_THE_PROGRAM = 'how the program works on it, and since when'

/** Tables and columns that a download leaves out, each with its reason. */
const NOT_DOWNLOADED: Record<string, string> = {
  conversations: 'counts and times of the messages, which are downloaded',
  email_changes: 'a request of minutes, and its secret',
  idempotency_keys: 'answers to calls, whose effects are downloaded',
  passwords: SECRET,
  push_told: 'a pause between notifications',
  reset_links: SECRET,

  'approved_sign_ins.request_id': SECRET,
  'approved_sign_ins.session_id': ID,
  'audit_log.hash': 'a proof about the line before',
  'audit_log.id': ID,
  'hand_overs.move_id': ID,
  'messages.about_lesson_id': 'in `about`, too',
  'messages.author_id': 'by their name',
  'messages.client_key': ID,
  'messages.id': ID,
  'messages.voice': 'by the name of its file',
  'messages.voice_seconds': 'as the length of its file',
  'messages.was_seen': OF_THE_PROGRAM,
  'page_answers.course_version': ID,
  'page_answers.first_at': OF_THE_PROGRAM,
  'page_answers.is_own_words': 'follows from the type of the page',
  'page_answers.logged_at': OF_THE_PROGRAM,
  'page_answers.page_type': 'the words of the answer are downloaded',
  'page_answers.reviewed_at': OF_THE_PROGRAM,
  'phone_changes.told_at': OF_THE_PROGRAM,
  'push_subscriptions.auth': SECRET,
  'push_subscriptions.endpoint': 'the name of the push service; the rest is a secret',
  'push_subscriptions.failures': OF_THE_PROGRAM,
  'push_subscriptions.id': ID,
  'push_subscriptions.p256dh': SECRET,
  'push_subscriptions.session_id': ID,
  'push_subscriptions.shows_text': 'as yes or no',
  'push_subscriptions.signed_in_at': OF_THE_PROGRAM,
  'recordings.duration_ms': 'in seconds',
  'recordings.filename': 'in the name of its file in the download',
  'recordings.page_number': 'the id of the page is downloaded',
  'recordings.sha256': 'follows from the file, which is downloaded',
  'recordings.storage_key': ID,
  'sessions.confirmed_at': OF_THE_PROGRAM,
  'sessions.expires_at': OF_THE_PROGRAM,
  'sessions.id': ID,
  'sessions.previous_hash': SECRET,
  'sessions.refresh_hash': SECRET,
  'sessions.revoked_at': OF_THE_PROGRAM,
  'text_consents.code': SECRET,
  'users.invitation_id': 'by the name of the link',
  'users.is_beta': 'as yes or no',
  'users.name_key': 'the name, as it is searched',
  'users.team_mentors': ID,
  'waits.ended_by': 'by their name',
  'waits.is_voice': OF_THE_PROGRAM,
}

/** Columns whose format the code needs; all others accept any text or number. */
const FORMS: Record<string, string> = {
  endpoint: 'https://push.example/1',
  language: 'ar',
  kind: 'answer',
  team_roles: 'author',
}

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
    const advice = 'compare the whole key in the `move` of the table: moveRows compares the owner and one more column'
    expect(Object.fromEntries(kept), advice).toEqual(Object.fromEntries(rows))
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
    // These rows have the same keys, so a moved row may meet a row of the remaining account.
    await fillTables(server, stays)
    await mergeAccounts(server.services.db, { uid: stays, phoneUid: uid, phoneNumber: NOURA }, settingOf(server))
    expect(await tablesWith(server, changing(tables), uid), adviceTo('move')).toEqual([])
    const moved = changing(tables).filter(({ name }) => !(name in ENDED_BY_MERGE))
    expect(await tablesWith(server, moved, stays)).toEqual(moved.map(({ name }) => name))
  })

  test('are in her download with every column, as her account is', async () => {
    const { server, uid } = await startWithNoura()
    const { db } = server.services
    const tables = (await db.introspection.getTables()).filter(({ name }) => name === 'users')
    tables.push(...(await ownedTables(db)))
    const rows = tables.map((table, index) => ({ table, row: rowOfItsOwn(table, uid, index) }))
    for (const { table, row } of rows) {
      if (table.name === 'users') await anyTable(db).updateTable('users').set(row).where('uid', '=', uid).execute()
      else await anyTable(db).insertInto(table.name).values(row).execute()
    }
    const download = valuesIn(await downloadOf(server, uid))
    const missing = rows.flatMap(({ table, row }) => {
      const columns = table.columns.filter(column => !(isOwner(column) || isMentor(column)))
      const left = columns.filter(({ name }) => !formsOf(row[name]).some(form => download.has(form)))
      return left.length === columns.length ? [table.name] : left.map(({ name }) => `${table.name}.${name}`)
    })
    const advice = `${adviceTo('collect')}, or say in NOT_DOWNLOADED why not`
    expect(missing.toSorted(), advice).toEqual(Object.keys(NOT_DOWNLOADED).toSorted())
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

/** A column with the id of a mentor. A download has the mentor's name instead. */
function isMentor({ name }: Pick<ColumnMetadata, 'name'>): boolean {
  return name.endsWith('responder_id')
}

/** `other` is the name of a column that gets a different value. */
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

type Row = Record<string, string | number>

/** Every column has a value that no other column has. */
function rowOfItsOwn({ name: table, columns }: TableMetadata, uid: string, index: number): Row {
  const entries = columns.map((column, place) => {
    const own = valueFor(column) === 1 ? 1_000_000 : IN_AN_HOUR
    if (isOwner(column)) return [column.name, uid]
    if (isMentor(column)) return [column.name, 1]
    if (/int/i.test(column.dataType)) return [column.name, own + index * 1000 + place]
    return [column.name, FORMS[column.name] ?? `"${table} ${column.name}"`]
  })
  return Object.fromEntries(entries)
}

/** How a download may write a value: a number as a time, a text that is JSON without its quotation marks. */
function formsOf(value: string | number | undefined): unknown[] {
  if (typeof value === 'number') return [value, new Date(value).toISOString()]
  return [value, value?.replaceAll('"', '')]
}

/** All texts and numbers of a download. */
function valuesIn(json: string | undefined): Set<unknown> {
  const values = new Set<unknown>()
  JSON.parse(json ?? '{}', (_, value) => values.add(value) && value)
  return values
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

/** Reads a download without its files, because the rows of this test name files that do not exist. */
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

/** The columns of the table's primary key. */
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
