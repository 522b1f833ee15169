import { spawn, type ChildProcessWithoutNullStreams as WithStreams } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ADMIN = fileURLToPath(new URL('../commands/admin.ts', import.meta.url))

/**
 * Starts a command of the operator in a process of its own, so that the server stays fast. Rejects if the process
 * cannot be started.
 */
export async function startAdmin(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<WithStreams> {
  const child = spawn(process.execPath, [ADMIN, ...words], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  // A command that fails early does not read its input. Writing to it then fails, which must not end the server.
  child.stdin?.on('error', () => {})
  await once(child, 'spawn')
  return child
}

/** Runs a command to its end, and returns what it printed. */
export async function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const child = await startAdmin(words, environment)
  child.stdin.end()
  const [[code], printed, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`${words[0]}: ${errors.trim()}`)
  return printed.trim()
}
