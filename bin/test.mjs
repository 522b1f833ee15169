import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { requireNode } from './node-version.mjs'
import { NEEDS, NO_CHROMIUM, NO_EMULATOR, NO_FIREFOX, NO_POSTGRESQL, NO_WEBKIT } from './not-run.mjs'

requireNode()
const ROOT = join(import.meta.dirname, '..')
const isCi = process.env.CI === 'true'
const reports = mkdtempSync(join(tmpdir(), 'step-by-step-tests-'))
// Node compiles each file once for all processes that start from here: the build, both runners, and their workers.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled')

/** The emulator is 240 MB large. If its download takes longer than this, the tests run without it. */
const INSTALL_LIMIT_MS = 20 * 60_000

const summary = []
/** The name and first lines of each failure. They are printed last, because many people see only the end of a log. */
const troubles = []
const total = { passed: 0, failed: 0 }

title('Lint, types, nothing unused; meanwhile the build')
// The build waits for single steps, and downloads hardly use the processor, so all of these run beside each other.
await Promise.all([check().then(add), build().then(add), installPackages(), installEmulator()])
title('Journeys in Chromium, Firefox and WebKit; meanwhile units and the api on its databases')
// Each of the two waits for a third of its time. Together they keep two cores busy.
await Promise.all([journeys().then(add), unitsAndApi().then(add)])
rmSync(reports, { recursive: true, force: true })
for (const { what, error } of troubles) console.log(`\n${what}\n${firstLines(error)}`)
if (summary.length > 0) console.log(`\n${summary.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function check() {
  const { runChecks } = await import('../build/check.ts')
  return runChecks()
}

async function build() {
  const isBuilt = await runs('../build/build.ts', [])
  return isBuilt ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Debian's packages that the tests need. */
function installPackages() {
  return runs('../testing/install-packages.ts', [])
}

/** The emulator is large, so only the tests install it. If that fails, the tests that need it are skipped. */
async function installEmulator() {
  const folder = join(ROOT, 'testing/firebase-emulator')
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  const words = ['ci', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32', timeout: INSTALL_LIMIT_MS }
  await ended(spawn('npm', words, options))
}

async function unitsAndApi() {
  const file = join(reports, 'vitest.json')
  const words = ['run', '--reporter=dot', '--reporter=json', `--outputFile=${file}`, '--maxWorkers=2']
  const isFine = await runsQuietly('vitest/vitest.mjs', words)
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  const notRun = report.testResults
    .flatMap(({ name, assertionResults }) => assertionResults.map(one => ({ ...one, file: name })))
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
  for (const { name, message, assertionResults } of report.testResults) {
    const file = relative(ROOT, name)
    const broken = assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of broken)
      troubles.push({ what: `Failed: ${file}: ${fullName}`, error: failureMessages.join('\n') })
    // A file that could not be loaded has no tests.
    if (message && broken.length === 0) troubles.push({ what: `Failed: ${file}`, error: message })
  }
  let [explained, allowed] = [0, 0]
  for (const { reason, mayBeMissing, isNeeded } of NEEDS) {
    const count = notRun.filter(isNeeded).length
    sayNotRun(count, 'tests', reason)
    explained += count
    if (mayBeMissing) allowed += count
  }
  sayNotRun(skipped - explained, 'tests', NO_POSTGRESQL)
  return counted(passed, failed, skipped - allowed, isFine)
}

async function journeys() {
  const file = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = file
  // Node runs TypeScript as it is. Without this, Playwright has Babel compile each file of the journeys and of the api.
  process.env.PW_DISABLE_TS_ESM = '1'
  const isFine = await runs('@playwright/test/cli.js', ['test', '--config', 'e2e'])
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { stats } = report
  const specsOf = name => report.suites.filter(({ file }) => file.endsWith(name)).flatMap(({ specs }) => specs)
  const skippedIn = specs => specs.filter(({ tests }) => tests.every(({ status }) => status === 'skipped')).length
  const [inWebkit, inFirefox] = [specsOf('webkit.spec.ts'), specsOf('firefox.spec.ts')]
  const [withoutWebkit, withoutFirefox] = [skippedIn(inWebkit), skippedIn(inFirefox)]
  const inOthers = inWebkit.length + inFirefox.length - withoutWebkit - withoutFirefox
  const others = stats.skipped - withoutWebkit - withoutFirefox
  const hasChromium = stats.expected + stats.unexpected + stats.flaky > inOthers
  sayNotRun(withoutWebkit, 'journeys', NO_WEBKIT)
  sayNotRun(withoutFirefox, 'journeys', NO_FIREFOX)
  sayNotRun(others, 'journeys', hasChromium ? NO_EMULATOR : NO_CHROMIUM)
  if (stats.flaky > 0) summary.push(`Passed only when walked again: ${stats.flaky} journeys.`)
  for (const { message, stack } of report.errors)
    troubles.push({ what: 'Failed: the journeys', error: stack ?? message })
  for (const { file, line, title, ok, tests } of report.suites.flatMap(specsIn)) {
    const errors = tests.flatMap(({ results }) => results).find(result => result.errors.length > 0)?.errors
    const what = `${ok ? 'Walked again' : 'Failed'}: e2e/${file}:${line}: ${title}`
    if (errors) troubles.push({ what, error: errors.map(error => error.message).join('\n') })
  }
  const missing = withoutWebkit + withoutFirefox + (hasChromium ? 0 : others)
  return counted(stats.expected + stats.flaky, stats.unexpected, missing, isFine)
}

/**
 * In CI only the emulator, the last release, the base of the image and a volume may be missing. A runner that fails
 * without a failing test also counts as failed.
 */
function counted(passed, failed, skipped, isFine) {
  const missing = isCi ? skipped : 0
  return { passed, failed: failed + missing || (isFine ? 0 : 1) }
}

function title(words) {
  console.log(`\n── ${words}`)
}

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

/** Runs a program of the packages, or of ours. True if it ended well. */
function runs(program, words) {
  return ended(start(program, words, 'inherit'))
}

/** Runs a program beside another one that prints. The output of this program is printed when it ends. */
async function runsQuietly(program, words) {
  const child = start(program, words, ['ignore', 'pipe', 'pipe'])
  const [isFine, printed, complaints] = await Promise.all([ended(child), text(child.stdout), text(child.stderr)])
  console.log(`\n${printed}${complaints}`)
  return isFine
}

function start(program, words, stdio) {
  return spawn(process.execPath, [join(ROOT, 'node_modules', program), ...words], { stdio })
}

function ended(child) {
  return new Promise(resolve => child.once('close', code => resolve(code === 0)).once('error', () => resolve(false)))
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
