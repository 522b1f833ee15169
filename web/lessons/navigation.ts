/** How far somebody may go: one page beyond the last they completed. */
export function furthestPage(lastCompleted: number, total: number): number {
  return Math.min(total, lastCompleted + 1)
}

/** The page that an address means. No number means the first page; so does what is none, and nobody skips ahead. */
export function pageNumberOf(pageId: string | undefined, lastCompleted: number, total: number): number {
  if (!pageId || !/^[1-9]\d{0,8}$/.test(pageId)) return 1
  return Math.min(Number(pageId), furthestPage(lastCompleted, total))
}

/** How a page is called in the address: the first has no number. */
export function pageIdOf(pageNumber: number): string | undefined {
  return pageNumber === 1 ? undefined : String(pageNumber)
}

export function canForward(pageNumber: number, lastCompleted: number, total: number): boolean {
  return pageNumber <= lastCompleted && pageNumber < total
}

export function canBack(pageNumber: number): boolean {
  return pageNumber > 1
}
