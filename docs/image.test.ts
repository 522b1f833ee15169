import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { urlFrom } from '../testing/url-from.ts'

const IMAGE = 'localhost/step-by-step-test'
/** A first build installs packages of Debian and npm. */
const BUILD_LIMIT_MS = 20 * 60_000
/** The base image has 80 MB. A machine that does not get it builds nothing. */
const PULL_LIMIT_MS = 120_000
const START_LIMIT_MS = 120_000
/** Without namespaces: they are seldom allowed inside of a container. */
const ISOLATION = ['--isolation', 'chroot']
/** The least that production asks for. */
const PRODUCTION = {
  PUBLIC_URL: 'https://learn.example.org',
  SMS_SENDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example.org/',
  SMS_WEBHOOK_BODY: '{"to":"{{to}}","message":"{{text}}"}',
  MAIL_SENDER: 'smtp',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'Step by Step <steps@learn.example.org>',
}

describe.skipIf(!hasBaseImage())('The container image', () => {
  let container = ''

  beforeAll(() => {
    buildah(['build', ...ISOLATION, '--layers', '--pull-never', '--format', 'docker', '--tag', IMAGE, '.'])
    container = buildah(['from', '--pull-never', IMAGE]).trim()
  }, BUILD_LIMIT_MS)

  afterAll(() => {
    if (container) buildah(['rm', container])
  })

  test('has the product and the film tools, and neither tests nor documents nor a second Node', async () => {
    const { printed } = await ended(
      inside({}, ['sh', '-c', 'id -un; ls; ls node_modules | grep node-; ffmpeg -version']),
    )
    const [user, ...rest] = printed.split('\n')
    expect(user).toBe('node')
    const version = rest.findIndex(line => line.startsWith('ffmpeg version'))
    expect(rest.slice(0, version)).toEqual([
      'api',
      'bin',
      'contract',
      'courses',
      'dist',
      'node_modules',
      'package.json',
    ])
    const { printed: tests } = await ended(inside({}, ['find', 'api', 'contract', '-name', '*.test.*']))
    expect(tests).toBe('')
  })

  test('without settings it says what is missing, and does not start', async () => {
    const { code, printed } = await ended(inside({ HOST: 'localhost' }, command()))
    expect(code).not.toBe(0)
    for (const name of ['PUBLIC_URL', 'SMS_SENDER', 'MAIL_SENDER']) expect(printed).toContain(`${name}: in production`)
  })

  test(
    'with them it serves the sign-in, keeps its data over a restart, and ends when it is asked to',
    async () => {
      const settings = { ...PRODUCTION, HOST: 'localhost', PORT: String(await freePort()) }
      for (const time of ['first', 'second']) {
        const server = inside(settings, command())
        const url = await urlFrom(server)
        const health = await fetch(`${url}/health/ready`)
        expect([time, health.status]).toEqual([time, 200])
        expect(await (await fetch(url, { headers: { Accept: 'text/html' } })).text()).toContain('<html')
        process.kill(-(server.pid as number), 'SIGTERM')
        await once(server, 'exit')
      }
      const { printed } = await ended(inside(PRODUCTION, ['ls', '/data']))
      expect(printed).toContain('step-by-step.sqlite')
    },
    START_LIMIT_MS,
  )

  /** Runs a command as a container of the image would, with the network of this machine. */
  function inside(settings: Record<string, string>, words: string[]): ChildProcess {
    const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    // A group of its own: buildah starts processes that would stay when it is ended alone.
    const child = spawn('buildah', ['run', ...ISOLATION, ...env, container, '--', ...words], { detached: true })
    onTestFinished(() => {
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL')
    })
    return child
  }
})

/** The last line of the Dockerfile, which buildah does not start by itself. */
function command(): string[] {
  const words = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1]
  return JSON.parse(words ?? '[]')
}

async function ended(child: ChildProcess): Promise<{ code: number | null; printed: string }> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The command has no output')
  const [out, complaints] = await Promise.all([text(stdout), text(stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, printed: out + complaints }
}

/** Whether Debian's buildah is installed, and the base image is here or can be had. */
function hasBaseImage(): boolean {
  const base = /^FROM (\S+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? ''
  try {
    execFileSync('buildah', ['pull', '--policy', 'missing', `docker.io/library/${base}`], {
      stdio: 'ignore',
      timeout: PULL_LIMIT_MS,
    })
    return true
  } catch {
    return false
  }
}

function buildah(words: string[]): string {
  return execFileSync('buildah', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
