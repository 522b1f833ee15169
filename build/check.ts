import { spawn } from 'node:child_process'
import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { writeLists } from './lists.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'node_modules')

/** The checks of the code. The compiler gets one thread, because each further thread repeats half of its work. */
const checks = {
  'Formatting and lint': ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  Types: ['typescript/bin/tsc', '-p', '.', '--singleThreaded'],
  'Types, as the oldest browsers know them': ['typescript/bin/tsc', '-p', 'web', '--singleThreaded'],
  'Types of the service worker': ['typescript/bin/tsc', '-p', 'web/worker', '--singleThreaded'],
  'Nothing unused': ['knip/bin/knip.js', '--cache'],
}

/** Runs all checks at the same time. Prints each one with its findings when it ends. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  deleteOldTypes()
  const results = await Promise.all(Object.entries(checks).map(([title, words]) => runCheck(title, words)))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

/** The compiler caches what it knows of the types. With this cache it misses that a text changed in a JSON file. */
function deleteOldTypes(): void {
  const changedAt = Math.max(
    ...globSync('contract/texts/*.json', { cwd: ROOT }).map(name => statSync(join(ROOT, name)).mtimeMs),
  )
  const known = globSync('.cache/types*.tsbuildinfo', { cwd: PACKAGES }).map(name => join(PACKAGES, name))
  for (const file of known) if (statSync(file).mtimeMs < changedAt) rmSync(file)
}

async function runCheck(title: string, [program = '', ...words]: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(PACKAGES, program), ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  const isFine = code === 0
  console.log(`${isFine ? '✓' : '✗'} ${title}${isFine ? '' : `\n${notYetPrinted(`${out}${errors}`)}`}`)
  return isFine
}

/** The first line of a finding of the compiler. Lines that belong to it begin with a space. */
const FINDING = /^(?=\S+\(\d+,\d+\): error )/m

const printed = new Set<string>()

/** Several checks of the types read the same files, and find the same mistakes there. */
function notYetPrinted(output: string): string {
  const findings = output.split(FINDING)
  const added = findings.filter(finding => !printed.has(finding.trim()))
  for (const finding of added) if (FINDING.test(finding)) printed.add(finding.trim())
  const repeated = findings.length - added.length
  return `${added.map(shortened).join('')}${repeated > 0 ? `and ${repeated} as above\n` : ''}`
}

/** Where a text is missing, the compiler prints the keys of many others. This keeps the place and the missing key. */
function shortened(finding: string): string {
  if (!/NamespaceKeys<|NamespacedMessageKeys<|'TitleKey'/.test(finding)) return finding
  const [place] = finding.split(': error ', 1)
  const key = [...finding.matchAll(/ype '"([^"]+)"' is not/g)].at(-1)?.[1]
  return key ? `${place}: no text or section \`${key}\`: write it in contract/texts/en.json and ar.json\n` : finding
}

// `npm test` calls runChecks itself, and does not write the lists: one of the tests fails if a list is old.
if (import.meta.main) {
  writeLists()
  process.exitCode = (await runChecks()).failed > 0 ? 1 : 0
}
