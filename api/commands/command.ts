import { ApiError } from '../../contract/calls/api-error.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/tables.ts'

/** One command of the operator. Throws an `Error` whose message says what to do. */
export type Command = {
  /** The arguments after the name, for the usage text. */
  usage: string
  summary: string
  /** It refuses unknown options itself, because `usage` cannot name them all. */
  checksOptions?: true
  run(operator: Operator): Promise<void>
}

export type Operator = {
  db: Db
  config: Config
  /** Words after the command's name. */
  words: string[]
  print(line: string): void
}

/** A command that must not open the database. */
export type CommandWithoutDatabase = Omit<Command, 'run'> & {
  runWithoutDatabase(operator: Omit<Operator, 'db'>): Promise<void>
}

/** The value after `--name`; undefined without one. */
export function option(words: readonly string[], name: string): string | undefined {
  const index = words.indexOf(`--${name}`)
  return index < 0 ? undefined : words[index + 1]
}

/** Does the work of an act. If it fails with `not-found`, the operator reads the sentence `missing`. */
export async function orMissing<T>(missing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') throw new Error(missing)
    throw error
  }
}
