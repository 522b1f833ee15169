import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** `file` is the path from the root, with slashes. */
export type Source = { file: string; text: string }

/** Every TypeScript file of the three roots. */
export function sources(): Source[] {
  return ['contract', 'api', 'web'].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => posix.join(root, name.replaceAll('\\', '/')))
      .map(file => ({ file, text: readFileSync(file, 'utf8') })),
  )
}

const IMPORT = /(?:^|\s)(?:from|import)\s+'([^'\n]+)'|\bimport\('([^'\n]+)'\)/g

/** The imports of a text, with types and lazily loaded code. */
export function importsIn(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, from, call]) => ((from ?? call) as string).replace(/\?.*/, ''))
}

/** The files of ours that a file imports, as paths from the root. */
export function filesImportedBy({ file, text }: Source): string[] {
  const names = importsIn(text).filter(name => name.startsWith('.'))
  return [...new Set(names.map(name => posix.join(posix.dirname(file), name)))]
}

/** Tests, and files that only tests import. */
export function isTest(file: string): boolean {
  return /(\.test\.tsx?|\/testing[^/]*\.tsx?)$/.test(file)
}
