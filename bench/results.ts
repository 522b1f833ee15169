import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import type { Row } from './table.ts'

const FILE = new URL('results.json', import.meta.url)

type Measured = { value: number; unit: string; on: string }
type Results = { machine: string; measured: Record<string, Measured> }

export function committedResults(): Results {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { machine: '', measured: {} }
}

/** Writes the rows over what was there; groups that did not run keep what they had. */
export function saveResults(rows: Row[]): void {
  const on = new Date().toISOString().slice(0, 10)
  const fresh = rows.map(({ name, value, unit }) => [name, { value: Number(value.toPrecision(4)), unit, on }])
  const { measured } = committedResults()
  const results: Results = { machine: thisMachine(), measured: { ...measured, ...Object.fromEntries(fresh) } }
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

export function thisMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const model = cpus()[0]?.model.trim()
  return `${cpus().length} × ${model}, ${memory} GB, ${platform()} ${arch()}, Node ${process.versions.node}`
}
