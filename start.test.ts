import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const ROOT = import.meta.dirname
const LEFT_OUT = ['node_modules', 'dist', 'data', '.git', 'test-results']
const copy = mkdtempSync(join(tmpdir(), 'step-by-step-start-'))
let server: ChildProcess

afterEach(async () => {
  server.kill()
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(copy, { recursive: true, force: true })
})

test('the first start of a fresh copy builds and then serves a demo', { timeout: 60_000 }, async () => {
  cpSync(ROOT, copy, { recursive: true, filter: path => !LEFT_OUT.some(name => path === join(ROOT, name)) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  server = spawn(process.execPath, ['start.mjs'], {
    cwd: copy,
    env: { ...env, PORT: '0', DATA_DIR: join(copy, 'data'), DATABASE_URL: '', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  const page = await fetch(await addressOf(server), { headers: { Accept: 'text/html' } })

  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root">')
})

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    const address = /ready at (http:\S+)/.exec(printed)?.[1]
    if (address) return address
  }
  throw new Error(`It did not start: ${printed}`)
}
