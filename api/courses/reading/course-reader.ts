import type { CourseFolder } from './course-folder.ts'
import { Findings, type Reporter } from './findings.ts'
import { UnreadableFileError } from './folder.ts'
import { YamlFile } from './yaml/yaml-file.ts'

const MAX_YAML_BYTES = 1_000_000

/** Reads the files of one course folder and collects what is wrong in them. `name` is a path in the folder. */
export class CourseReader {
  readonly findings = new Findings()
  readonly folder: CourseFolder
  /** The YAML files that could be read, as they are. */
  readonly texts = new Map<string, string>()
  /** The same files as YAML; without those that are not safe to parse. */
  readonly yamlFiles: YamlFile[] = []

  constructor(folder: CourseFolder) {
    this.folder = folder
  }

  pathOf(name: string): string {
    return this.folder.pathOf(name)
  }

  /** Reports on a file. If `source` is given, a message gets the line of the words that it is about. */
  report(name: string, source?: string): Reporter {
    return this.findings.at(name, source)
  }

  /** The names in a sub-folder. */
  async names(folder: string): Promise<string[]> {
    return this.folder.names(folder).catch((error: Error) => {
      this.report(folder).mistake(error.message)
      return []
    })
  }

  /** Undefined after reporting why the file cannot be read. */
  async text(name: string, maxBytes: number): Promise<string | undefined> {
    return this.orReport(name, () => this.folder.text(name, maxBytes))
  }

  /** Undefined after reporting why the file cannot be used. */
  async yaml(name: string): Promise<YamlFile | undefined> {
    const source = await this.text(name, MAX_YAML_BYTES)
    if (source === undefined) return undefined
    this.texts.set(name, source)
    const file = new YamlFile(name, source, this.findings)
    if (file.value === undefined) return undefined
    this.yamlFiles.push(file)
    return file
  }

  /** Reports a file that cannot be read, and goes on without it. */
  async orReport<T>(name: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      this.report(name).mistake(error.message)
      return undefined
    }
  }
}
