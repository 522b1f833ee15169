import type { ByteRange } from './storage/storage.ts'

const MAX_RANGES = 10

/**
 * The requested range; undefined for the whole file. Ranges that overlap or touch are joined. A few separate ranges get
 * the whole file, which RFC 9110 allows. A header is unsatisfiable if it is malformed, has too many ranges, or asks for
 * bytes beyond the end.
 */
export function requestedRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (!header?.startsWith('bytes=')) return undefined
  const parts = header.slice('bytes='.length).split(',')
  if (parts.length > MAX_RANGES || !parts.every(part => PART.test(part))) return 'unsatisfiable'
  const ranges = parts.flatMap(part => rangeFrom(part, bytes) ?? []).sort((a, b) => a.start - b.start)
  const [first, ...others] = ranges
  if (!first) return 'unsatisfiable'
  return others.reduce<ByteRange | undefined>(united, first)
}

const PART = /^\s*(?:\d{1,15}-\d{0,15}|-\d{1,15})\s*$/

function rangeFrom(part: string, bytes: number): ByteRange | undefined {
  const [from = '', to = ''] = part.trim().split('-')
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return start <= end ? { start, end } : undefined
}

/**
 * Joins two ranges. Undefined if there is a gap between them, or if `before` is undefined because of an earlier gap.
 */
function united(before: ByteRange | undefined, next: ByteRange): ByteRange | undefined {
  if (!before || next.start > before.end + 1) return undefined
  return { start: before.start, end: Math.max(before.end, next.end) }
}
