import { constants, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

test('a query for the first few rows is compiled once, however often it runs', async () => {
  const db = openSqlite(':memory:')
  onTestFinished(() => db.destroy())
  const { sql, parameters } = db.selectFrom('settings').select('value').where('name', '>', 'a').limit(3).compile()

  const database = new DatabaseSync(':memory:')
  database.exec('create table settings (name text primary key, value text)')
  let compiled = 0
  database.setAuthorizer(action => {
    if (action === constants.SQLITE_SELECT) compiled++
    return constants.SQLITE_OK
  })
  const statement = database.prepare(sql)
  for (let time = 0; time < 5; time++) statement.all(...(parameters as SQLInputValue[]))
  expect(compiled).toBe(1)
})
