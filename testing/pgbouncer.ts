import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { ownerFor } from './postgres-user.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const LOOK_MS = 20

export type Pgbouncer = { urlOf: (database: string) => string; stop: () => Promise<void> }

export function hasPgbouncer(): boolean {
  return existsSync(PROGRAM)
}

/** Debian's PgBouncer on a free port, without passwords. `databases` and `settings` are lines of its two sections. */
export async function startPgbouncer(databases: string[], settings: readonly string[]): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const listening = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any']
  writeFileSync(file, ['[databases]', ...databases, '[pgbouncer]', ...listening, ...settings].join('\n'))
  const bouncer = spawn(PROGRAM, [file], { stdio: 'ignore', ...ownerFor(folder) })
  const hasEnded = () => bouncer.exitCode !== null || bouncer.signalCode !== null
  while (!(await isListening(port))) {
    if (hasEnded()) throw new Error('PgBouncer did not start')
    await sleep(LOOK_MS)
  }
  return {
    urlOf: database => `postgres://test@127.0.0.1:${port}/${database}`,
    stop: async () => {
      // With another signal, PgBouncer would wait for its clients.
      bouncer.kill('SIGKILL')
      if (!hasEnded()) await once(bouncer, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
