import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { gzipSync } from 'node:zlib'

/** GNU tar with everything fixed that differs between machines: order, times, owners, modes. */
export function tarball(folder: string, file: string, time: Date): void {
  const fixed = ['--sort=name', `--mtime=${time.toISOString()}`, '--owner=0', '--group=0', '--numeric-owner']
  const words = [
    '--create',
    '--format=ustar',
    '--mode=u+rwX,go+rX,go-w',
    ...fixed,
    '-C',
    dirname(folder),
    basename(folder),
  ]
  const tar = execFileSync('tar', words, { maxBuffer: 2 ** 30 })
  // Node writes no time and no name into the header.
  writeFileSync(file, gzipSync(tar, { level: 9 }))
}

/** A file for `sha256sum --check`. */
export function writeChecksums(file: string, files: string[]): void {
  writeFileSync(file, files.map(one => `${sha256(one)}  ${basename(one)}\n`).join(''))
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
