import type { FileProblem } from '../../../contract/organisation/invitation-lists.ts'
import { type CheckedRow, checkRow, guessesBy, type Rules } from './check-row.ts'
import { readList } from './read-list.ts'
import type { FileRow } from './read-pasted-list.ts'

export type ListFile = { file: Uint8Array; isPasted: boolean; rules: Rules }
/** Each row of the file, and what is in it or its first mistake. */
export type ReadRows = { row: FileRow; checked: CheckedRow }[] | FileProblem

export function readListRows({ file, isPasted, rules }: ListFile): ReadRows {
  const rows = readList(Buffer.from(file), isPasted ? guessesBy(rules) : undefined)
  return typeof rows === 'string' ? rows : rows.map(row => ({ row, checked: checkRow(row, rules) }))
}
