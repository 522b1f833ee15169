import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ADMIN = fileURLToPath(new URL('../commands/admin.ts', import.meta.url))

/** Starts a command of the operator in a process of its own, so that the server stays fast. */
export function startAdmin(words: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [ADMIN, ...words], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Returns what it printed. */
export async function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const child = startAdmin(words, environment)
  child.stdin?.end()
  const exited = once(child, 'exit')
  const [printed, errors] = await Promise.all([
    text(child.stdout as NonNullable<typeof child.stdout>),
    text(child.stderr as NonNullable<typeof child.stderr>),
  ])
  const [code] = await exited
  if (code !== 0) throw new Error(`${words[0]}: ${errors.trim()}`)
  return printed.trim()
}
