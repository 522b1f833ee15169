/** One measured value. A budget is its maximum or its minimum. */
export type Row = { name: string; value: number; unit: string; atMost?: number; atLeast?: number }

export function isBroken({ value, atMost, atLeast }: Row): boolean {
  return value > (atMost ?? Number.POSITIVE_INFINITY) || value < (atLeast ?? Number.NEGATIVE_INFINITY)
}

/** A row as it is saved; `on` is a day. */
export type SavedFigure = Pick<Row, 'value' | 'unit'> & { on: string; machine: string }

type Compared = { machine: string; committed: Record<string, SavedFigure> }

/** The rows beside the last committed ones, as lines of text. */
export function table(rows: Row[], { machine, committed }: Compared): string[] {
  const cells = rows.map(row => [
    row.name,
    shown(row.value),
    row.unit,
    budgetOf(row) + (isBroken(row) ? '  BROKEN' : ''),
    comparison({ ...row, machine }, committed[row.name]),
  ])
  return inColumns([['name', 'value', 'unit', 'budget', 'last committed'], ...cells])
}

/** Three significant digits are enough for a value that differs each time. */
export function shown(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** The value below which this share of all values is: 0.99 gives the slowest of a hundred. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

function budgetOf({ atMost, atLeast }: Row): string {
  if (atMost !== undefined) return `≤ ${atMost}`
  return atLeast === undefined ? '' : `≥ ${atLeast}`
}

function comparison(now: Pick<SavedFigure, 'value' | 'machine'>, last: SavedFigure | undefined): string {
  if (last === undefined) return 'new'
  if (last.machine !== now.machine) return `${shown(last.value)} on ${last.machine.split(',')[0]}`
  if (last.value === 0) return '0'
  const change = Math.round((100 * (now.value - last.value)) / last.value)
  return `${shown(last.value)} (${change >= 0 ? '+' : ''}${change} %)`
}

const RIGHT_ALIGNED = new Set([1])

function inColumns(lines: string[][]): string[] {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(cells => cells[column]?.length ?? 0))) ?? []
  return lines.map(cells =>
    cells
      .map((cell, column) =>
        RIGHT_ALIGNED.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
