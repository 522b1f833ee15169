/** Something an editor should look at, in the form that editors can jump to: `file:line:column path: message`. */
export type Finding = { file: string; line: number; column: number; path: string; message: string }

/** Where remarks about one spot of a course go. `near`: words of the source that the remark is about. */
export type Report = {
  mistake(message: string, near?: string): void
  warn(message: string, near?: string): void
}

/** Everything found in one course. It is read to its end whatever is wrong, so that all is told at once. */
export class Findings {
  readonly mistakes: Finding[] = []
  readonly warnings: Finding[] = []

  /** For files that are taken or refused as a whole. With their source, a remark stands where its words are. */
  at(file: string, source = ''): Report {
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
    if (this.mistakes.length > 0) throw new CourseMistakes(lines(this.mistakes))
  }
}

/** A course that cannot be taken, with every reason. */
export class CourseMistakes extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'CourseMistakes'
    this.mistakes = mistakes
  }
}

/** One line each, in the order of the files, none twice. */
export function lines(findings: readonly Finding[]): string[] {
  const inOrder = [...findings].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  )
  return [...new Set(inOrder.map(lineOf))]
}

function lineOf({ file, line, column, path, message }: Finding): string {
  return `${file}:${line}:${column} ${path ? `${path}: ` : ''}${message}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Words of a course as they are fit to be printed within one line. */
export function short(words: string): string {
  const line = words.replace(/[\p{C}\s]+/gu, ' ')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
