import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import type { Row, SavedFigure } from './table.ts'

const FILE = new URL('./results.json', import.meta.url)

/** The last saved value of each row, by its name. */
export function committedResults(): Record<string, SavedFigure> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
}

/** Replaces the rows of the groups that ran; other groups keep their rows. */
export function saveResults(rows: Row[]): void {
  const on = new Date().toISOString().slice(0, 10)
  const machine = thisMachine()
  const measured = ({ value, unit }: Row): SavedFigure => ({ value: Number(value.toPrecision(4)), unit, on, machine })
  const results = { ...committedResults(), ...Object.fromEntries(rows.map(row => [row.name, measured(row)])) }
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

export function thisMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const model = cpus()[0]?.model.trim()
  return `${cpus().length} × ${model}, ${memory} GB, ${platform()} ${arch()}, Node ${process.versions.node}`
}
