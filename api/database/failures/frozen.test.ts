import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { onPostgres } from '../../testing.ts'
import { transactionWithLock } from '../transaction-with-lock.ts'

const PROGRAM = join(import.meta.dirname, 'testing-frozen.ts')

onPostgres('a process that is frozen', start => {
  test("blocks nobody else's inbox for more than 10 s, and leaves nothing half written", async () => {
    const { services } = await start()
    const frozen = spawn(process.execPath, [PROGRAM, services.config.databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void frozen.kill('SIGKILL'))
    const lines = createInterface({ input: frozen.stdout })
    await once(lines, 'line')
    frozen.kill('SIGSTOP')

    const frozenAt = Date.now()
    const write = () => transactionWithLock(services.db, 'inbox', async () => 'written')
    await expect.poll(() => write().catch(() => 'refused')).toBe('written')
    expect(Date.now() - frozenAt).toBeLessThan(10_000)

    frozen.kill('SIGCONT')
    const ends = String((await once(lines, 'line'))[0]).split(' ')
    expect(ends).toHaveLength(4)
    // The frozen transaction lost its lock to others. Transactions that only waited for the lock may still finish.
    expect(ends[0]).toBe('away')
    const rows = await services.db.selectFrom('settings').select('name').execute()
    expect(rows).toHaveLength(2 * ends.filter(end => end === 'done').length)
  })
})
