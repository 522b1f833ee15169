import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockForServer } from './server-lock.ts'

test('a second server on a SQLite file waits for the end of the first one, and is refused if that goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-lock-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const place = { databaseUrl: '', dataDir }
  const messages: string[] = []
  const report = (message: string) => messages.push(message)

  const first = await lockForServer(place, { report })
  await expect(lockForServer(place, { waitMs: 200, report })).rejects.toThrow(
    /^Another server uses .*step-by-step\.sqlite\. One server serves a SQLite file; several need PostgreSQL/,
  )
  expect(messages).toEqual([expect.stringMatching(/^Another server uses .*\. Waiting 0\.2 s for its end$/)])

  const second = lockForServer(place, { report })
  await expect.poll(() => messages.length).toBe(2)
  first?.close()
  ;(await second)?.close()
})
