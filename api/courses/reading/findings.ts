/** Printed as `file:line:column path: message`, a format in which editors can jump to the place. */
export type SourceFinding = {
  file: string
  line: number
  column: number
  path: string
  /** The same path as a list. Missing for a finding about a whole file. */
  steps?: readonly (string | number)[]
  message: string
}

/** Reports on one place of a course. `near` is the part of the source that the message is about. */
export type Reporter = {
  mistake(message: string, near?: string): void
  warn(message: string, near?: string): void
}

/** All messages about one course. Reading never stops at a mistake, so that the author sees all of them at once. */
export class Findings {
  readonly mistakes: SourceFinding[] = []
  readonly warnings: SourceFinding[] = []

  /** Reports on the first line of a file. If `source` is given, reports on the line of `near` instead. */
  at(file: string, source = ''): Reporter {
    const finding = (message: string, near = '') => {
      const before = source.slice(0, Math.max(0, source.indexOf(near))).split('\n')
      return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, path: '', message }
    }
    return {
      mistake: (message, near) => this.mistakes.push(finding(message, near)),
      warn: (message, near) => this.warnings.push(finding(message, near)),
    }
  }

  hasMistakeIn(file: string): boolean {
    return this.mistakes.some(mistake => mistake.file === file)
  }

  throwMistakes(): void {
    if (this.mistakes.length > 0) throw new CourseMistakesError(lines(this.mistakes))
  }
}

/** A course that cannot be imported, with every reason. */
export class CourseMistakesError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'CourseMistakesError'
    this.mistakes = mistakes
  }
}

/** One line each, sorted, without duplicates. */
export function lines(findings: readonly SourceFinding[]): string[] {
  const inOrder = [...findings].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  )
  return [...new Set(inOrder.map(lineOf))]
}

function lineOf({ file, line, column, path, message }: SourceFinding): string {
  return `${file}:${line}:${column} ${path ? `${path}: ` : ''}${message}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A part of a course, shortened and without control characters, for one line of a message. */
export function short(words: string): string {
  const line = words.replace(/[\p{C}\s]+/gu, ' ')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
