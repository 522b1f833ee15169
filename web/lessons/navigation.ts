/** One page beyond the last completed one. */
export function furthestPage(lastCompleted: number, total: number): number {
  return Math.min(total, lastCompleted + 1)
}

/** The page that a URL means: the first page if it has no valid number, and never a page beyond the furthest one. */
export function pageNumberOf(pageId: string | undefined, lastCompleted: number, total: number): number {
  if (!pageId || !/^[1-9]\d{0,8}$/.test(pageId)) return 1
  return Math.min(Number(pageId), furthestPage(lastCompleted, total))
}

/** The page as the URL names it: the first has no number. */
export function pageIdOf(pageNumber: number): string | undefined {
  return pageNumber === 1 ? undefined : String(pageNumber)
}

export function canGoForward(pageNumber: number, lastCompleted: number, total: number): boolean {
  return pageNumber <= lastCompleted && pageNumber < total
}

export function canGoBack(pageNumber: number): boolean {
  return pageNumber > 1
}
