import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

/** Begins a program that has a `log`, and runs these lines once its input ends. */
async function program(lines: string): Promise<ChildProcess> {
  const source = `
    import { createLog, exitAfterLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog({ logLevel: 'info' })
    console.log('begun')
    for await (const _ of process.stdin);
    ${lines}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'readable')
  return child
}

test.each([
  ['ends', "log.warn('trouble'); log.warn('more of it'); exitAfterLog(0)", 0],
  ['ends without waiting', "log.warn('trouble'); log.warn('more of it'); process.exit(0)", 0],
  ['crashes', "log.warn('trouble'); log.fatal('a bug'); process.exit(1)", 1],
  [
    'goes on',
    "for (let line = 0; line < 3; line++) { log.info('a line'); await new Promise(resolve => setTimeout(resolve, 50)) }",
    0,
  ],
])('a process whose log nobody reads any more %s', async (_, lines, code) => {
  const child = await program(lines)
  child.stdout?.destroy()
  child.stdin?.end()
  const hangs = setTimeout(() => child.kill('SIGKILL'), 60_000)
  expect(await once(child, 'exit')).toEqual([code, null])
  clearTimeout(hangs)
})

test('the last lines of a process reach a reader who is slow', async () => {
  const child = await program(
    "for (let line = 0; line < 3000; line++) log.info({ line }, 'x'.repeat(100)); log.fatal('the end'); exitAfterLog(1)",
  )
  child.stdin?.end()
  await sleep(50)
  expect(await text(child.stdout as NonNullable<typeof child.stdout>)).toMatch(/"msg":"the end"}\n$/)
})
