import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { requireNode } from './node-version.mjs'

requireNode()
const ROOT = join(import.meta.dirname, '..')
const isCi = process.env.CI === 'true'
const reports = mkdtempSync(join(tmpdir(), 'step-by-step-tests-'))

/** 240 MB; a network that needs longer counts as missing. */
const INSTALL_LIMIT_MS = 20 * 60_000
const EMULATOR = 'Firebase’s Auth Emulator'
const NO_EMULATOR = `${EMULATOR} could not be installed (npm ci in testing/firebase-emulator tells why)`
const NO_POSTGRESQL = "no PostgreSQL could be had (set TEST_DATABASE_URL or install Debian's postgresql)"
const NO_PGBOUNCER = "no PgBouncer could be had (install Debian's pgbouncer)"
const NO_FFMPEG = "no ffmpeg could be had (install Debian's ffmpeg)"
const NO_WEBKIT = "no WebKitGTK could be had (install Debian's webkit2gtk-driver and xvfb)"
const NO_CHROMIUM = "no Chromium could be had (install Debian's chromium, or set CHROMIUM)"

/** All checks and tests, those first that find most mistakes. */
const steps = [
  ['Lint, types, nothing unused', check],
  [EMULATOR, installEmulator],
  ['Units and the api on its databases', unitsAndApi],
  ['Build', () => runs('../build/build.ts', [])],
  ['WebKit', installWebkit],
  ['Journeys in Chromium and WebKit', journeys],
]

const summary = []
/** The name and first lines of each failure, printed at the end, because of a long log often only the end is seen. */
const troubles = []
const total = { passed: 0, failed: 0 }
for (const [title, step] of steps) {
  console.log(`\n── ${title}`)
  const { passed, failed } = await step()
  total.passed += passed
  total.failed += failed
}
rmSync(reports, { recursive: true, force: true })
for (const { what, error } of troubles) console.log(`\n${what}\n${firstLines(error)}`)
if (summary.length > 0) console.log(`\n${summary.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function check() {
  const { runChecks } = await import('../build/check.ts')
  return runChecks()
}

/** It is large, so only the tests install it. Without it, they skip its tests. */
function installEmulator() {
  const folder = join(ROOT, 'testing/firebase-emulator')
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    const words = ['ci', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32', timeout: INSTALL_LIMIT_MS }
    spawnSync('npm', words, options)
  }
  return { passed: 0, failed: 0 }
}

/** Debian's build of Safari's engine, 100 MB. Only a run of all tests installs it. */
async function installWebkit() {
  const [{ tryToInstall }, { findWebkit }] = await Promise.all([
    import('../testing/apt.ts'),
    import('../e2e/find-webkit.ts'),
  ])
  if (!findWebkit()) tryToInstall('webkit2gtk-driver', 'xvfb')
  return { passed: 0, failed: 0 }
}

function unitsAndApi() {
  const file = join(reports, 'vitest.json')
  const isFine = node('vitest/vitest.mjs', ['run', '--reporter=dot', '--reporter=json', `--outputFile=${file}`])
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  const notRun = report.testResults
    .flatMap(({ name, assertionResults }) => assertionResults.map(one => ({ ...one, file: name })))
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
  const withoutEmulator = notRun.filter(({ fullName }) => fullName.includes(EMULATOR)).length
  const withoutPgbouncer = notRun.filter(({ file }) => file.endsWith('pgbouncer.test.ts')).length
  const withoutFfmpeg = notRun.filter(({ file }) => file.endsWith('films.test.ts')).length
  for (const { name, message, assertionResults } of report.testResults) {
    const file = relative(ROOT, name)
    const broken = assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of broken)
      troubles.push({ what: `Failed: ${file}: ${fullName}`, error: failureMessages.join('\n') })
    // A file that could not be loaded has no tests.
    if (message && broken.length === 0) troubles.push({ what: `Failed: ${file}`, error: message })
  }
  sayNotRun(withoutEmulator, 'tests', NO_EMULATOR)
  sayNotRun(withoutFfmpeg, 'tests', NO_FFMPEG)
  sayNotRun(withoutPgbouncer, 'tests', NO_PGBOUNCER)
  sayNotRun(skipped - withoutEmulator - withoutFfmpeg - withoutPgbouncer, 'tests', NO_POSTGRESQL)
  return counted(passed, failed, skipped - withoutEmulator, isFine)
}

function journeys() {
  const file = join(reports, 'playwright.json')
  const isFine = node('@playwright/test/cli.js', ['test', '--config', 'e2e'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { stats } = report
  const inWebkit = report.suites.filter(({ file }) => file.endsWith('webkit.spec.ts')).flatMap(({ specs }) => specs)
  const withoutWebkit = inWebkit.filter(({ tests }) => tests.every(({ status }) => status === 'skipped')).length
  const others = stats.skipped - withoutWebkit
  const hasChromium = stats.expected + stats.unexpected + stats.flaky > inWebkit.length - withoutWebkit
  sayNotRun(withoutWebkit, 'journeys', NO_WEBKIT)
  sayNotRun(others, 'journeys', hasChromium ? NO_EMULATOR : NO_CHROMIUM)
  if (stats.flaky > 0) summary.push(`Passed only when walked again: ${stats.flaky} journeys.`)
  for (const { message, stack } of report.errors)
    troubles.push({ what: 'Failed: the journeys', error: stack ?? message })
  for (const { file, line, title, ok, tests } of report.suites.flatMap(specsIn)) {
    const errors = tests.flatMap(({ results }) => results).find(result => result.errors.length > 0)?.errors
    const what = `${ok ? 'Walked again' : 'Failed'}: e2e/${file}:${line}: ${title}`
    if (errors) troubles.push({ what, error: errors.map(error => error.message).join('\n') })
  }
  const missing = withoutWebkit + (hasChromium ? 0 : others)
  return counted(stats.expected + stats.flaky, stats.unexpected, missing, isFine)
}

/** In CI only the emulator may be missing. A runner that fails without a failing test also counts as failed. */
function counted(passed, failed, skipped, isFine) {
  const missing = isCi ? skipped : 0
  return { passed, failed: failed + missing || (isFine ? 0 : 1) }
}

function runs(program, words) {
  return node(program, words) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function node(program, words, env = {}) {
  const path = join(ROOT, 'node_modules', program)
  const { status } = spawnSync(process.execPath, [path, ...words], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function specsIn({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}

function firstLines(error) {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter(line => line.trim() !== '')
  return lines
    .slice(0, 12)
    .map(line => `  ${line.slice(0, 300)}`)
    .join('\n')
}

function sayNotRun(count, what, reason) {
  if (count > 0) summary.push(`Not run: ${count} ${what}, because ${reason}.`)
}
